import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '#app/config.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { directionOf, languageOf, localeTag, pathIn } from '#app/i18n/language.ts'
import { type FailureKind, failureKind, failureTextKey, mayPass } from '#app/i18n/text/failure-text.ts'
import { readArea } from '#app/i18n/text/read-messages.ts'
import type { Language } from '#app/rules/constants.ts'
import { colours, darkColours, themeColour } from '../../../../tailwind.config.ts'

/** An error page that is answered without the site, and the policy that allows its inline style. */
export interface FailurePage {
  html: string
  policy: string
}

type Texts = { error: Record<string, string> }

/**
 * Error pages for requests that are refused before they reach the site, as nothing may be rendered under overload. Each
 * is made once per language and status. Source: §2, "Error page"; quality.md, "Server".
 */
export function createFailurePages({ name, palette, logo }: Pick<Config['brand'], 'name' | 'palette' | 'logo'>) {
  const style = styleOf(palette)
  const policy = policyOf(style)
  const themed = palette?.light.brand ?? themeColour
  const icon = palette || logo ? '/brand/icon.svg' : '/favicon.svg'
  const made = new Map<string, FailurePage>()

  return (status: number, target: string): FailurePage => {
    const { language } = languageOf(target)
    const key = `${language} ${status}`
    const page = made.get(key) ?? {
      html: makePage(status, language, { name: name[language], style, themed, icon }),
      policy,
    }
    made.set(key, page)
    return page
  }
}

/** Whether the client wants an HTML page: a navigation, not a script's request or a file. */
export function wantsPage({ headers }: IncomingMessage): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '')
}

function makePage(
  status: number,
  language: Language,
  { name, style, themed, icon }: { name: string; style: string; themed: string; icon: string },
): string {
  const { error } = readArea(language, 'common') as Texts
  const kind = kindOf(status)
  const title = error[kind]
  // No link: a refused form is sent again with the browser's reload button, which asks first.
  const again = mayPass(kind) ? `<a class="b" href="">${error.again}</a>` : ''
  return `<!DOCTYPE html>
<html lang="${localeTag(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<meta name="theme-color" content="${themed}"><title>${escaped(`${title} - ${name}`)}</title>
<link rel="icon" href="${icon}" type="image/svg+xml"><style>${style}</style></head>
<body><main><p class="n">${localDigits(status, language)}</p><h1>${title}</h1><p>${error[textOf(kind)]}</p>
<p><a class="b go" href="${pathIn(language, '/')}">${error.home}</a>${again}</p><p class="s">${escaped(name)}</p></main></body></html>
`
}

/** A 503 here always means overload; the site itself answers when the database is down. */
function kindOf(status: number): FailureKind {
  return status === 503 ? 'busy' : failureKind(status)
}

function textOf(kind: FailureKind): string {
  return failureTextKey(kind).slice('error.'.length)
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const schemeOf = (scheme: Partial<typeof colours>) =>
  (['canvas', 'ink', 'soft', 'edge', 'brand', 'on-brand'] as const)
    .map((name) => `--${name}:${scheme[name] ?? colours[name]}`)
    .join(';')

const styleOf = (palette: Config['brand']['palette']) =>
  [
    `:root{color-scheme:light dark;${schemeOf({ ...colours, ...palette?.light })}}`,
    `@media (prefers-color-scheme:dark){:root{${schemeOf({ ...darkColours, ...palette?.dark })}}}`,
    'body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--canvas);color:var(--ink)',
    ';font:1rem/1.7 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",Tahoma,sans-serif}',
    'main{padding:1.5rem;max-width:34rem;text-align:center}h1{margin:0;line-height:1.4}p{margin:1rem 0}',
    '.n{margin:0;font-size:5rem;font-weight:800;line-height:1.1;color:var(--brand)}.s{color:var(--soft)}',
    '.b{display:inline-block;margin:.25rem;padding:.6rem 1.2rem;border:1px solid var(--edge);border-radius:.75rem',
    ';color:var(--ink);font-weight:700;text-decoration:none}',
    '.go{background:var(--brand);border-color:var(--brand);color:var(--on-brand)}',
  ].join('')

const policyOf = (style: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
