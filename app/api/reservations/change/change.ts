import type { z } from 'zod'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { limit } from '#app/api/call/limits.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { gapInTheWay, shownGap } from '#app/api/reservations/reserve/gap-in-the-way.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import type { ReservationChanged } from '#app/contract/reservations/own-reservations.ts'
import { isTaken, TAKING } from '#app/db/prices/free.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { HOLD_MINUTES } from '#app/rules/constants.ts'
import { DAY_SECONDS, MINUTE_MS } from '#app/rules/time/durations.ts'
import { applyChange, endWaitingChange, lockVehicle, takeWantedTime } from './apply-change.ts'
import { changeableUntil, waitingChange } from './changeable.ts'
import { holdBeyond, partsBeyond } from './hold-beyond.ts'
import { type QuotedChange, quoteChangeOf, type RequestedChange } from './quote-change.ts'

type Changed = z.infer<typeof ReservationChanged>

/** The changes of one reservation in a day, counting tries, because each notifies its company. Source: *ours*. */
const CHANGES_A_DAY = 20

/** The price of a change and whether the vehicle is free for it; changes nothing (*ours*). */
export const quoteChange = api.reservations.quoteChange.handler(async ({ input: { id: _, ...requested }, context }) => {
  const { deps, reservation } = context
  const now = deps.now()
  if (!changeableUntil(reservation, now)) throw errors.NOT_CHANGEABLE()
  const change = await quoteChangeOf(deps.db, { reservation, requested, now })
  const { wanted, difference, kept, share, quoted } = change
  const { total, payable_now, paid, lines, trust, guarantee_amount } = reservation
  const available = await isFreeFor(deps, reservation, change)
  const { chosen, ad } = quoted
  const time = { ad: reservation.ad_id, start: chosen.start_at, end: chosen.end_at, now, own: reservation.id }
  return {
    ...quoted.bill,
    trust_type: trust,
    guarantee_amount,
    available,
    gap: available ? null : shownGap(await gapInTheWay(deps.db, time, ad.gap)),
    start_at: wanted.start_at,
    end_at: wanted.end_at,
    free_until: wanted.free_until,
    half_until: wanted.half_until,
    before: { total, payable_now, paid, lines },
    difference,
    kept,
    share,
  }
})

/**
 * Changes dates, places and extras until 24 hours before the pick-up, if the vehicle is free. A higher price holds the
 * new time for 20 minutes in addition to the former one, and the change applies when it is paid; otherwise it applies
 * at once, and a lower price is refunded to the wallet, but for removed days no more than a cancellation would refund.
 * Throws TOO_MANY_REQUESTS from the twenty-first of a day on. Source: decisions.md, "Renting".
 */
export const change = api.reservations.change.handler(async ({ input, context }) => {
  const { deps, reservation } = context
  const { id: _, shown_total, ...requested } = input
  const { id } = reservation
  await limit(deps, `change ${id}`, CHANGES_A_DAY, DAY_SECONDS)
  await expireHolds(deps, { ad: reservation.ad_id })
  return inTransaction(deps.db, (tx) => changeReservation(deps, tx, { id, requested, shown_total }))
})

type Order = { id: string; requested: RequestedChange; shown_total?: number }

async function changeReservation(deps: Deps, tx: Tx, { id, requested, shown_total }: Order): Promise<Changed> {
  const now = deps.now()
  const reservation = await lockReservation(tx, id)
  if (!changeableUntil(reservation, now) || (await waitingChange(tx, id, now))) throw errors.NOT_CHANGEABLE()
  // One whose hold has expired and that the sweep has not ended yet.
  await endWaitingChange(tx, id, { status: 'EXPIRED', at: now })
  await lockVehicle(tx, reservation.ad_id)
  const quotedChange = await quoteChangeOf(tx, { reservation, requested, now })
  const { quoted, difference, kept, wanted } = quotedChange
  const { bill } = quoted
  if (shown_total !== undefined && shown_total !== bill.total) {
    const { trust, guarantee_amount } = reservation
    throw errors.PRICE_CHANGED({ data: { shown: shown_total, now: { ...bill, trust_type: trust, guarantee_amount } } })
  }
  const isPaidFirst = difference > 0
  const hold_until = isPaidFirst ? new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS) : null
  const change = await tx
    .insertInto('reservation_change')
    .values({
      id: publicId(),
      reservation_id: id,
      status: isPaidFirst ? 'AWAITING_PAYMENT' : 'DONE',
      wanted: JSON.stringify(wanted),
      lines: JSON.stringify(bill.lines),
      total: bill.total,
      payable_now: bill.payable_now,
      difference,
      hold_until,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  let to_wallet = 0
  if (hold_until) await holdBeyond(tx, { reservation, change: { ...quotedChange, id: change.id, hold_until } })
  else {
    if (!(await takeWantedTime(tx, { reservation, change }))) throw errors.VEHICLE_TAKEN()
    to_wallet = (await applyChange(deps, tx, { reservation, change }, true)).toWallet
  }
  return {
    id,
    status: isPaidFirst ? 'AWAITING_PAYMENT' : 'DONE',
    transaction_id: isPaidFirst ? change.id : null,
    hold_until: hold_until?.toISOString() ?? null,
    difference,
    to_wallet,
    kept,
    total: bill.total,
    payable_now: bill.payable_now,
    currency: currencyIn(reservation),
  }
}

async function isFreeFor(deps: Deps, reservation: ReservationRow, change: QuotedChange): Promise<boolean> {
  for (const { start, end } of await partsBeyond(deps.db, reservation, change)) {
    const inTheWay = await deps.db
      .selectFrom('busy')
      .select('id')
      .where('ad_id', '=', reservation.ad_id)
      .where('status', 'in', TAKING)
      .where('start_at', '<', end)
      .where('end_at', '>', start)
      .where(isTaken(deps.now(), 'busy'))
      .limit(1)
      .executeTakeFirst()
    if (inTheWay) return false
  }
  return true
}
