import { guardBanned } from '#app/api/account/bans.ts'
import { lockWallet } from '#app/api/account/wallet/wallet.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { payFromWallet } from '#app/api/payments/pay-from-wallet.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import { shownBill } from '#app/api/reservations/reserve/quote.ts'
import { rentalColumns, takeVehicle } from '#app/api/reservations/reserve/take-vehicle.ts'
import { cancelReservation } from '#app/api/reservations/status/cancel.ts'
import { currencyIn, noteEvents, numberOf, type ReservationRow } from '#app/db/reservation.ts'
import { HOLD_MINUTES } from '#app/rules/constants.ts'
import { keptForSwitch, switchRefusal } from '#app/rules/reservation/cheaper-offer.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { openOffer } from './own-offer.ts'
import { type QuotedOffer, quoteOffer } from './quote-offer.ts'
import { isSwitchable, switchableOf, switchedOf } from './switchable.ts'

/**
 * Switches a reservation to its cheaper offer, all in one transaction: the other vehicle is taken, the present
 * reservation is cancelled free of charge, what was paid goes through the holder's wallet to the new one, and the rest
 * stays in the wallet. Both companies and the customer are notified as for a cancellation and a booking. Sent twice it
 * gives the same answer. Throws NOT_CHANGEABLE once it can no longer be cancelled free of charge, VEHICLE_TAKEN,
 * PRICE_CHANGED, BANNED_DETAILS. Source: issue 19, D.
 */
export const switchToCheaper = api.reservations.cheaper.switch.handler(async ({ input, context }) => {
  const { deps, reservation: seen } = context
  const wanted = await openOffer(deps.db, seen.id)
  if (wanted !== null) await expireHolds(deps, { ad: wanted })
  return inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, input.id)
    const done = await answerOf(tx, reservation)
    if (done) return done
    const offer = await guardedOffer(deps, tx, { reservation, shown: input.shown_total })
    const { holder } = reservation
    await lockWallet(tx, holder)
    const id = await book(deps, tx, { reservation, offer })
    const { refund } = await cancelReservation(deps, tx, { reservation, actor: 'CUSTOMER', way: 'WALLET' })
    // The time for a free cancellation may end while this waits for the vehicle.
    if (refund !== keptForSwitch(reservation)) throw errors.NOT_CHANGEABLE()
    const created = await lockReservation(tx, id)
    if (created.holder !== holder) throw new Error(`the reservation ${id} has another holder than ${reservation.id}`)
    await payFromWallet(deps, tx, { reservation: created, wallet: holder })
    await tx
      .updateTable('cheaper_offer')
      .set({ answer: 'SWITCHED', answered_at: deps.now(), new_id: id })
      .where('reservation_id', '=', reservation.id)
      .execute()
    const to_wallet = refund - created.payable_now
    return { id, number: numberOf(created), to_wallet, currency: currencyIn(created) }
  })
})

/** The answer to a repeated call. */
async function answerOf(tx: Tx, reservation: ReservationRow) {
  const made = await tx
    .selectFrom('cheaper_offer')
    .innerJoin('reservation as made', 'made.id', 'cheaper_offer.new_id')
    .select(['made.id', 'made.number', 'made.payable_now', 'made.currency_id'])
    .where('cheaper_offer.reservation_id', '=', reservation.id)
    .executeTakeFirst()
  if (!made) return undefined
  const to_wallet = reservation.refunded - made.payable_now
  return { id: made.id, number: numberOf(made), to_wallet, currency: currencyIn(made) }
}

async function guardedOffer(
  deps: Deps,
  tx: Tx,
  { reservation, shown }: { reservation: ReservationRow; shown: number },
): Promise<QuotedOffer> {
  const now = deps.now()
  const { phone, email, national_id } = reservation
  if (!(await isSwitchable(tx, reservation, now))) throw errors.NOT_CHANGEABLE()
  await guardBanned(tx, { phone, email: email ?? undefined, national_id })
  const ad = await openOffer(tx, reservation.id)
  const offer = ad === null ? null : await quoteOffer(tx, { reservation, ad, now })
  if (!offer) throw errors.VEHICLE_TAKEN()
  const refusal = switchRefusal(switchableOf(reservation), switchedOf(offer), now)
  if (refusal === 'LATE') throw errors.NOT_CHANGEABLE()
  if (refusal !== null || offer.quoted.bill.total !== shown) {
    throw errors.PRICE_CHANGED({ data: { shown, now: shownBill(offer.quoted) } })
  }
  return offer
}

/** Takes the other vehicle for the same driver; it is paid before the transaction ends. */
async function book(
  deps: Deps,
  tx: Tx,
  { reservation, offer: { quoted, choice } }: { reservation: ReservationRow; offer: QuotedOffer },
): Promise<string> {
  const now = deps.now()
  const id = publicId()
  const { language, phone, fullname, national_id, email, by_email, date_of_birth } = reservation
  const { country, city, address, zip_code, network_address } = reservation
  const hold_until = new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS)
  await tx
    .insertInto('reservation')
    .values({
      id,
      ...rentalColumns(quoted, choice),
      status: 'AWAITING_PAYMENT',
      ...{ language, phone, fullname, national_id, email, by_email, date_of_birth },
      ...{ country, city, address, zip_code, network_address },
      commission_percent: quoted.ad.commission_percent,
      hold_until,
      created_at: now,
    })
    .execute()
  await takeVehicle(tx, quoted, { id, hold_until })
  await noteEvents(tx, [id], { status: 'AWAITING_PAYMENT', actor: 'CUSTOMER', at: now })
  return id
}
