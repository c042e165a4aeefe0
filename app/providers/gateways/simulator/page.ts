import { createHash } from 'node:crypto'
import { escapeHtml } from '#app/rules/text/escape-html.ts'
import type { CustomerAction } from './customer-action.ts'
import { actions } from './customer-action.ts'
import type { Reply, Visit } from './http.ts'
import type { Sale } from './sale.ts'
import { words } from './words.ts'

type Language = Visit['language']

const style =
  'body{font:1rem/1.6 system-ui,Tahoma,sans-serif;max-inline-size:34rem;margin:2rem auto;padding-inline:1rem;color:#000;background:#fff}' +
  'header{border:3px dashed;padding:.5rem 1rem}dt{font-weight:700}dd{margin:0 0 .5rem}form{margin-block:.5rem}' +
  'button{font:inherit;min-block-size:2.75rem;inline-size:100%;cursor:pointer}'

const submitAtOnce = 'document.forms[0].submit()'

/** The page where a customer pays. Each button has a form of its own, because text browsers ignore `formaction`. */
export function paymentPage(sale: Sale, language: Language): Reply {
  const text = words[language]
  const button = (action: CustomerAction, label: string) =>
    `<form method="post" action="/bank/${sale.bank}/${encodeURIComponent(sale.token)}">` +
    `<input type="hidden" name="action" value="${action}"><button type="submit">${escapeHtml(label)}</button></form>`
  const main: CustomerAction[] = ['pay', 'cancel']
  const others = actions.filter((action) => !main.includes(action))
  return page(language, {
    status: 200,
    title: text.finish,
    formTarget: sale.returnAddress,
    body:
      `<p>${escapeHtml(text.noMoney)}</p>${facts(sale, language)}` +
      button('pay', `${text.actions.pay}: ${amountOf(sale, language)}`) +
      button('cancel', text.actions.cancel) +
      `<h2>${escapeHtml(text.tests)}</h2>${others.map((action) => button(action, text.actions[action])).join('')}`,
  })
}

/** Sends the customer back by POST: at once with scripts, by a visible button without. */
export function returnPage(sale: Sale, fields: Record<string, string>, language: Language): Reply {
  const text = words[language]
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return page(language, {
    status: 200,
    title: text.returning,
    formTarget: sale.returnAddress,
    script: submitAtOnce,
    body:
      `${facts(sale, language)}<form method="post" action="${escapeHtml(sale.returnAddress)}">${inputs.join('')}` +
      `<button type="submit">${escapeHtml(text.back)}</button></form>`,
  })
}

/** The page of a customer who has paid and does not return to the shop. */
export function stayPage(sale: Sale, language: Language): Reply {
  const text = words[language]
  return page(language, {
    status: 200,
    title: text.returning,
    body: `<p>${escapeHtml(text.stays)}</p>${facts(sale, language)}`,
  })
}

/** The simulated bank's 404 page. It repeats that nothing is charged here. */
export function notFoundPage(language: Language): Reply {
  const text = words[language]
  return page(language, { status: 404, title: text.notFound, body: `<p>${escapeHtml(text.noMoney)}</p>` })
}

function facts(sale: Sale, language: Language): string {
  const text = words[language]
  const rows = [
    [text.merchant, sale.merchant],
    [text.order, sale.orderNumber],
    [text.amount, amountOf(sale, language)],
    [
      text.ends,
      new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'Asia/Tehran' }).format(sale.expiresAt),
    ],
    // The two cards of Yekpay's sandbox (protocol §7).
    ...(sale.bank === 'yekpay'
      ? [
          [text.card, `4022 7711 2222 3334: ${text.actions.pay}`],
          [text.card, `5269 5522 3333 4445: ${text.actions.fail}`],
        ]
      : []),
  ]
  const list = rows.map(
    ([name, value]) => `<dt>${escapeHtml(name ?? '')}</dt><dd><bdi>${escapeHtml(value ?? '')}</bdi></dd>`,
  )
  return `<p>${escapeHtml(text.bank[sale.bank])}</p><dl>${list.join('')}</dl>`
}

function amountOf(sale: Sale, language: Language): string {
  if (sale.bank === 'yekpay') {
    return new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(sale.amount / 100)
  }
  const text = words[language]
  const number = new Intl.NumberFormat(language)
  return `${text.toman(number.format(sale.amount / 10))} (${text.rial(number.format(sale.amount))})`
}

function page(
  language: Language,
  parts: { status: number; title: string; body: string; formTarget?: string; script?: string },
): Reply {
  const { simulation } = words[language]
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src ${parts.script ? `'${hashOf(parts.script)}'` : "'none'"}`,
    // The form's answer redirects to the shop, so the policy must list the shop, too.
    `form-action 'self' ${parts.formTarget ? new URL(parts.formTarget).origin : ''}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const html =
    `<!doctype html><html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${escapeHtml(parts.title)}</title><style>${style}</style></head><body>` +
    `<header><strong>${escapeHtml(simulation)}</strong></header><main><h1>${escapeHtml(parts.title)}</h1>${parts.body}</main>` +
    `${parts.script ? `<script>${parts.script}</script>` : ''}</body></html>`
  return {
    status: parts.status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') },
    body: html,
  }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
