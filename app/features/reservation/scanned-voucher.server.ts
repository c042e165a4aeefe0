import type { RouterContextProvider } from 'react-router'
import { voucherAt } from './voucher.server.ts'

/** Where the desk shows the reservation of a scanned voucher: its own page, or by its number where the address only shows it. */
export async function deskPathOf(context: Readonly<RouterContextProvider>, id: string): Promise<string> {
  const { is_shared, number } = await voucherAt(context, id)
  return is_shared ? `/desk/reservations?q=${encodeURIComponent(number)}` : `/desk/reservations/${id}`
}
