import type { z } from 'zod'
import type { Voucher } from '#app/contract/reservations/reservations.ts'

/**
 * A voucher as others see it, by the link that its holder gave them: what the trip is, without identity, contacts and
 * payments, and with nothing that can be managed. Source: decisions.md, "A voucher's address".
 */
export function sharedVoucher(voucher: z.infer<typeof Voucher>): z.infer<typeof Voucher> {
  return {
    ...voucher,
    ...{ id: voucher.share_id, is_shared: true },
    ...{ national_id: '', phone: '', phone_proven: true, phone_correctable: false, email: null },
    ...{ payment: null, refund_now: null, refund_payout: null, notified: true, sent_to: [] },
    events: voucher.events.map((event) => ({ ...event, reason: null })),
  }
}
