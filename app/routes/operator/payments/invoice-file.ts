import { invoiceFile } from '#app/features/payment/invoice/invoice-file.server.ts'
import type { Route } from './+types/invoice-file'

/** The invoice of a payment as a PDF, for operators. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  return invoiceFile(context, params.id, url)
}
