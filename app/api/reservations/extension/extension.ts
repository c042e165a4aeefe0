import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { limit } from '#app/api/call/limits.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { askableUntil, pendingChange } from '#app/api/reservations/change/changeable.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import { DAY_SECONDS } from '#app/rules/time/durations.ts'
import { extensionChoices, followingOf, quoteExtensionOf, shownQuote } from './quote-extension.ts'
import { lastExtension, shownExtension } from './shown-extension.ts'

/** Requests for one reservation in a day, because each notifies its company. Source: *ours*. */
const ASKED_A_DAY = 10

/** Whether a rental can be longer, with the prices of the next days (*ours*). */
export const extension = api.reservations.extension.handler(async ({ context: { deps, reservation } }) => {
  const { db } = deps
  const now = deps.now()
  const until = askableUntil(reservation, now)
  const [last, pending, choices, following] = await Promise.all([
    lastExtension(db, reservation.id),
    pendingChange(db, reservation.id, now),
    until ? extensionChoices(db, { reservation, now }) : [],
    followingOf(db, reservation, now),
  ])
  return {
    until: until && !pending ? until.toISOString() : null,
    choices,
    following: following && { from: following.from.toISOString(), latest: following.latest },
    last: last ? shownExtension(last, { now, booked: reservation.lines }) : null,
  }
})

/** The price of a later return; changes nothing (*ours*). */
export const quoteExtension = api.reservations.quoteExtension.handler(async ({ input, context }) => {
  const { deps, reservation } = context
  const now = deps.now()
  if (!askableUntil(reservation, now)) throw errors.NOT_CHANGEABLE()
  const { id: _, ...end } = input
  return shownQuote(deps.db, { reservation, end, now })
})

/**
 * Asks the company for a later return: nothing is held and nothing paid until it answers, and the return that is booked
 * stays. The price is the one that was asked for. Throws VEHICLE_TAKEN, PRICE_CHANGED, NOT_CHANGEABLE while another
 * change is under way. Source: issue 19, A.
 */
export const askExtension = api.reservations.askExtension.handler(async ({ input, context }) => {
  const { deps, reservation } = context
  const { id: _, message, shown_total, ...end } = input
  const { id } = reservation
  await limit(deps, `extension ${id}`, ASKED_A_DAY, DAY_SECONDS)
  await expireHolds(deps, { ad: reservation.ad_id })
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const locked = await lockReservation(tx, id)
    const until = askableUntil(locked, now)
    if (!until || (await pendingChange(tx, id, now))) throw errors.NOT_CHANGEABLE()
    const quote = await shownQuote(tx, { reservation: locked, end, now })
    const { quoted, difference, wanted } = await quoteExtensionOf(tx, { reservation: locked, end, now })
    const { bill } = quoted
    if (!quote.available) throw errors.VEHICLE_TAKEN()
    if (shown_total !== undefined && shown_total !== bill.total) {
      const { trust: trust_type, guarantee_amount } = locked
      throw errors.PRICE_CHANGED({ data: { shown: shown_total, now: { ...bill, trust_type, guarantee_amount } } })
    }
    const change = await tx
      .insertInto('reservation_change')
      .values({
        ...{ id: publicId(), reservation_id: id, kind: 'EXTENSION', actor: 'CUSTOMER', status: 'ASKED' },
        wanted: JSON.stringify(wanted),
        lines: JSON.stringify(bill.lines),
        ...{ total: bill.total, payable_now: bill.payable_now, difference },
        ...{ hold_until: until, created_at: now, message: message ?? null },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await notify(deps, tx, {
      ...{ kind: 'extensionAsked', reservation: id, until, wanted: new Date(wanted.end_at) },
    })
    return shownExtension(change, { now, booked: reservation.lines })
  })
})
