import { PublicId } from '#app/contract/shapes/shapes.ts'
import { askedDocument, shownInvoice } from '#app/features/payment/invoice/invoice.server.ts'
import { fileOf } from '#app/features/payment/invoice/invoice-file.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { Route } from './+types/invoices-file'

/** An invoice or a credit note of a reservation as a PDF. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = PublicId.safeParse(params.id)
  if (!id.success) throw notFound()
  const asked = { id: id.data, ...askedDocument(url) }
  const payment = await apiOf(context).company.reservations.invoices.read(asked)
  if (!payment) throw notFound()
  return fileOf(context, shownInvoice(context, payment))
}
