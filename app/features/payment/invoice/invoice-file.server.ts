import type { RouterContextProvider } from 'react-router'
import { invoicePdf } from '#app/i18n/pdf/invoice-pdf.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { pdfFile } from '#app/web/page/file/pdf-file.ts'
import { invoiceAt } from './invoice.server.ts'

/** A payment's invoice as a PDF, in the page's language. Throws the 404 answer where there is none. */
export async function invoiceFile(context: Readonly<RouterContextProvider>, id: string | undefined): Promise<Response> {
  const { language } = context.get(siteContext)
  const { number, payment, brand, seller, taxPercent } = await invoiceAt(context, id)
  if (!number || !payment.invoice) throw notFound()
  const invoice = { payment, number, issuedAt: payment.invoice.issued_at, brand, seller, taxPercent }
  return pdfFile(number, await invoicePdf(invoice, language))
}
