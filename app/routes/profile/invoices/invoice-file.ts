import { invoiceFile } from '#app/features/payment/invoice/invoice-file.server.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/invoice-file'

/** An invoice or a credit note of one's own payment as a PDF. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  await requirePerson(context)
  return invoiceFile(context, params.id, url)
}
