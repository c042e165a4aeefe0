import type { RouterContextProvider } from 'react-router'
import { voucherAt } from './voucher.server.ts'

/** Where the desk shows the reservation of a scanned voucher. Throws a 404 response if there is none. */
export async function deskPathOf(context: Readonly<RouterContextProvider>, id: string): Promise<string> {
  const { share_id } = await voucherAt(context, id)
  return `/desk/reservations/${share_id}`
}
