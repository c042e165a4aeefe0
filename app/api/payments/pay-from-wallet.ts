import { balanceOf, post } from '#app/api/books/ledger.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { confirmReservation } from '#app/api/reservations/status/confirm.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'

/**
 * Pays a reservation that was just made out of a wallet alone, and confirms it. The caller has locked both. Throws
 * NOT_PAYABLE if the wallet has less than what is due.
 */
export async function payFromWallet(
  deps: Deps,
  tx: Tx,
  { reservation, wallet }: { reservation: ReservationRow; wallet: string },
): Promise<void> {
  const now = deps.now()
  const currency = currencyIn(reservation)
  const { id: reservation_id, payable_now: amount } = reservation
  if ((await balanceOf(tx, { kind: 'WALLET', owner: wallet, currency })) < amount) throw errors.NOT_PAYABLE()
  const id = publicId()
  await tx
    .insertInto('payment')
    .values({
      ...{ id, reservation_id, gateway: 'wallet', currency_id: reservation.currency_id, amount, wallet_amount: 0 },
      ...{ status: 'PAID', settled_as: 'RESERVATION', created_at: now, settled_at: now, verified_at: now },
      return_address: `${deps.settings.origin}/voucher/${reservation_id}`,
    })
    .execute()
  await debitWallet(tx, { payment: id, reservation, wallet, amount, at: now })
  await confirmReservation(deps, tx, reservation, { paid: amount, payment: id })
}

type Debit = { payment: string; reservation: ReservationRow; wallet: string; amount: number; at: Date }

/** Moves a wallet's part of a payment to the prepayment of the reservation's company; once. */
export async function debitWallet(tx: Tx, { payment, reservation, wallet, amount, at }: Debit): Promise<void> {
  await post(tx, {
    key: `wallet-debit ${payment}`,
    kind: 'WALLET_DEBIT',
    currency: currencyIn(reservation),
    at,
    payment,
    reservation: reservation.id,
    entries: [
      { kind: 'WALLET', owner: wallet, amount: -amount },
      { kind: 'PREPAYMENT', owner: reservation.company_id, amount },
    ],
  })
}
