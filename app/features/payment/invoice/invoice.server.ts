import type { RouterContextProvider } from 'react-router'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { invoiceNumber } from '#app/i18n/format/invoice-lines.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'

/** Everything that a payment's invoice shows, for whoever may see the payment; `number` is missing while there is none. Throws a 404 response. */
export async function invoiceAt(context: Readonly<RouterContextProvider>, id: string | undefined) {
  const { language, config, origin } = context.get(siteContext)
  const known = PublicId.safeParse(id)
  if (!known.success) throw notFound()
  const payment = await apiOf(context).payments.read({ id: known.data })
  const t = textFor(language, 'trips')
  const { brand, invoices } = config
  const number = payment.invoice && invoiceNumber(payment.invoice.number, invoices.prefix)
  const title = number
    ? t('meta.invoice', { number: numberIn(language, number) })
    : t('invoice.payment', { number: numberIn(language, payment.number) })
  return {
    ...{ payment, number, title },
    brand: brand.name[language],
    seller: { ...invoices.seller, site: new URL(origin).host },
    taxPercent: invoices.taxPercent[payment.currency],
  }
}
