import type { RouterContextProvider } from 'react-router'
import { invoicePdf } from '#app/i18n/pdf/invoice-pdf.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { pdfFile } from '#app/web/page/file/pdf-file.ts'
import { invoiceAt, type shownInvoice } from './invoice.server.ts'

/** A payment's invoice or credit note as a PDF, in the page's language. Throws the 404 answer where there is none. */
export async function invoiceFile(
  context: Readonly<RouterContextProvider>,
  id: string | undefined,
  url: URL,
): Promise<Response> {
  return fileOf(context, await invoiceAt(context, id, url))
}

/** The same for what was read before. */
export async function fileOf(context: Readonly<RouterContextProvider>, shown: ReturnType<typeof shownInvoice>) {
  const { number, ...invoice } = shown
  if (!number) throw notFound()
  return pdfFile(number, await invoicePdf({ ...invoice, number }, context.get(siteContext).language))
}
