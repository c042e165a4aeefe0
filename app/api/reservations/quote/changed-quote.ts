import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { quoteChangeOf } from '#app/api/reservations/change/quote-change.ts'
import type { QuoteChanges } from '#app/contract/reservations/quotes.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'
import type { Bill } from '#app/rules/money/price.ts'
import type { WantedRental } from '#app/rules/reservation/reservation-change.ts'
import type { FoundQuote } from './find-quote.ts'

export type Changes = z.infer<typeof QuoteChanges>

/** A quote as its customer wants it: `wanted` is null where they change nothing, and then the offered bill holds. */
export type ChangedQuote = { bill: Bill; wanted: WantedRental | null; gap: number }

/**
 * The bill of a quote with a customer's changes: what was offered keeps its price, and what is added has today's. Throws
 * INVALID_FIELDS for what staff did not leave open or the listing does not allow, NOT_CHANGEABLE for a vehicle that is
 * no longer offered, COMPANY_SUSPENDED. Source: issue 19, A; decisions.md, "Changing a reservation".
 */
export async function changedQuote(
  db: Kysely<DB>,
  { reservation, quote }: FoundQuote,
  { changes, now }: { changes: Changes; now: Date },
): Promise<ChangedQuote> {
  await guardCompany(db, reservation)
  const asked = realChanges(reservation, changes)
  guardBounds(asked, quote)
  if (Object.keys(asked).length === 0) return { bill: offeredBill(reservation), wanted: null, gap: 0 }
  const { quoted, wanted } = await quoteChangeOf(db, {
    ...{ reservation, requested: asked, now, byStaff: true },
    ...(quote.pays === 'LATER' && { prepaymentPercent: 0 }),
  })
  return { bill: quoted.bill, wanted, gap: quoted.ad.gap }
}

/** The bill as staff offered it. */
function offeredBill(reservation: ReservationRow): Bill {
  const { days, lines, total, payable_now } = reservation
  return { currency: currencyIn(reservation), days, lines, total, payable_now, due_at_desk: deskPart(reservation) }
}

/** A bill with the guarantee that the reservation asks for. */
export function billAsShown({ trust, guarantee_amount }: ReservationRow, bill: Bill) {
  return { ...bill, trust_type: trust, guarantee_amount }
}

async function guardCompany(db: Kysely<DB>, { company_id }: ReservationRow) {
  const { suspended_at } = await db
    .selectFrom('company')
    .select('suspended_at')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  if (suspended_at) throw errors.COMPANY_SUSPENDED()
}

/** What is not as it was offered. */
function realChanges(reservation: ReservationRow, changes: Changes): Changes {
  const placeOf = (place: Changes['receive_address'], id: number | null, address: string | null) =>
    place === undefined || (id === null ? place.address === address : place.id === id)
  const isSame: Partial<Record<keyof Changes, boolean>> = {
    receive_address: placeOf(changes.receive_address, reservation.receive_place_id, reservation.receive_address),
    return_address: placeOf(changes.return_address, reservation.return_place_id, reservation.return_address),
  }
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => {
      if (value === undefined) return false
      return !(isSame[name as keyof Changes] ?? reservation[name as 'start_time'] === value)
    }),
  )
}

const BOUNDS = {
  start_time: 'may_times',
  end_time: 'may_times',
  receive_address: 'may_places',
  return_address: 'may_places',
  child_seat_count: 'may_extras',
  extra_driver: 'may_extras',
  internet: 'may_extras',
  supplemental_insurance: 'may_extras',
} as const satisfies Record<keyof Changes, 'may_times' | 'may_places' | 'may_extras'>

function guardBounds(asked: Changes, quote: FoundQuote['quote']) {
  const fixed = (Object.keys(asked) as (keyof Changes)[]).filter((name) => !quote[BOUNDS[name]])
  if (fixed.length > 0) throw invalidFields(Object.fromEntries(fixed.map((name) => [name, ['quote_fixed']])))
}
