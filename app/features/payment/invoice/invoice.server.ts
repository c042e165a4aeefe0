import type { RouterContextProvider } from 'react-router'
import { WhichDocument } from '#app/contract/shapes/invoice.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { documentOf } from '#app/i18n/format/invoice-lines.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { InvoiceFacts } from './invoice-facts.ts'

type Context = Readonly<RouterContextProvider>

/** Which document of a payment an address asks for. Throws a 404 response for what is no number. */
export function askedDocument(url: URL) {
  const asked = WhichDocument.safeParse(Object.fromEntries(url.searchParams))
  if (!asked.success) throw notFound()
  return asked.data
}

/** Everything that a payment's invoice or credit note shows, for whoever may see the payment; `number` is missing while there is none. Throws a 404 response. */
export async function invoiceAt(context: Context, id: string | undefined, url: URL) {
  const known = PublicId.safeParse(id)
  if (!known.success) throw notFound()
  return shownInvoice(context, await apiOf(context).payments.read({ id: known.data, ...askedDocument(url) }))
}

/** The same for a payment that was read before. */
export function shownInvoice(context: Context, payment: InvoiceFacts) {
  const { language, config, origin } = context.get(siteContext)
  const t = textFor(language, 'trips')
  const { brand, invoices } = config
  const { prefix, creditPrefix } = invoices
  const document = documentOf(payment, invoices)
  const title = document
    ? t(payment.credit ? 'meta.credit' : 'meta.invoice', { number: numberIn(language, document.number) })
    : t('invoice.payment', { number: numberIn(language, payment.number) })
  return {
    ...{ payment, title, prefix, creditPrefix },
    ...{ number: document?.number ?? null, issuedAt: document?.issuedAt ?? '' },
    brand: brand.name[language],
    seller: { ...invoices.seller, site: new URL(origin).host },
    taxPercent: invoices.taxPercent[payment.currency],
  }
}
