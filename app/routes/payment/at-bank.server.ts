import type { RouterContextProvider } from 'react-router'
import { type VoucherFacts, voucherAt } from '#app/features/reservation/voucher.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { decoration } from '#app/web/page/decoration.ts'

/** Whether somebody went to the bank with the last payment of a reservation, and no result of it is known yet. */
export function isAtBank({ payment }: Pick<VoucherFacts, 'payment'>): boolean {
  return payment?.status === 'REDIRECTED'
}

/**
 * The reservation after the bank was asked about a payment that has not returned: who paid there and lost the way back finds the
 * voucher. Where the bank cannot be asked now, the reservation as it was.
 */
export async function askBank(context: Readonly<RouterContextProvider>, voucher: VoucherFacts): Promise<VoucherFacts> {
  const { payment } = voucher
  if (!payment || !isAtBank(voucher)) return voucher
  const asked = apiOf(context).payments.clientVerify({ ref_id: payment.id })
  const settled = await decoration(context, 'ask-bank', asked, undefined)
  return settled && settled.status !== payment.status ? voucherAt(context, voucher.id) : voucher
}
