import type { Kysely } from 'kysely'
import type { RentalChoice } from '#app/api/reservations/reserve/choice.ts'
import { judgeClaimedCode } from '#app/api/reservations/reserve/discount/discount.ts'
import type { QuotedRental } from '#app/api/reservations/reserve/quote.ts'
import { type Rentable, unitPricesOf } from '#app/api/reservations/reserve/rentable.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'
import { type Bill, type LineKind, rentLines, totalOf } from '#app/rules/money/price.ts'
import { daysAhead, explainedShares } from '#app/rules/money/price-rules.ts'
import { addedDays, changedLines, changedPrepayment, type PricedRental } from '#app/rules/reservation/changed-bill.ts'

/**
 * The bill of a changed reservation: what stays keeps its price and exchange rate, and what is added has the current
 * ones, `quoted` being the whole rental by the current rules. The discount stays if the lines are the same, and is
 * computed again otherwise. Source: decisions.md, "Changing a reservation".
 */
export async function billOfChange(
  db: Kysely<DB>,
  {
    reservation,
    quoted,
    choice,
    now,
    prepaymentPercent = quoted.ad.prepayment_percent,
  }: {
    reservation: ReservationRow
    quoted: QuotedRental
    choice: RentalChoice
    now: Date
    prepaymentPercent?: number | undefined
  },
): Promise<Bill> {
  const { ad, chosen, bill: today } = quoted
  const { currency } = today
  const [before, after] = [pricedBefore(reservation), pricedAfter(quoted, choice)]
  const ahead = daysAhead(reservation.created_at, choice.start_date)
  const shares = addedDays(before, after).flatMap((part) => explainedShares(ad.rules, { ...part, ahead }))
  const { tiers } = unitPricesOf(ad, { receive_place: 0, return_place: 0 })
  const addedRent = rentLines({ days: chosen.days, tiers, shares, from: ad.currency, to: currency, rate: ad.rate })
  const booked = reservation.lines
  const offered = today.lines.filter(({ kind }) => isOffered(ad, kind))
  const changed = changedLines({ booked, today: offered, addedRent, before, after })
  const subtotal = totalOf(changed.lines)
  const had = -totalOf(booked.filter(({ kind }) => kind === 'discount'))
  const has = Math.min(subtotal, await discountOn(db, { reservation, quoted, subtotal, had, now }))
  const lines = [...changed.lines]
  if (has > 0) lines.push({ kind: 'discount', quantity: 1, unit: -has, amount: -has })
  const total = subtotal - has
  const payable_now = changedPrepayment({
    booked: reservation,
    total,
    less: changed.removed + Math.max(0, has - had),
    more: changed.added + Math.max(0, had - has),
    percent: prepaymentPercent,
    currency,
  })
  return { currency, days: chosen.days, lines, total, payable_now, due_at_desk: deskPart({ total, payable_now }) }
}

/** Whether the company has a price for it today; what it has none for is in today's bill for nothing. */
function isOffered(ad: Rentable, kind: LineKind): boolean {
  if (kind === 'child_seat') return ad.child_seat_price !== null
  if (kind === 'internet') return ad.internet_price !== null
  return kind !== 'insurance' || ad.supplemental_insurance_price !== null
}

type Discounted = { reservation: ReservationRow; quoted: QuotedRental; subtotal: number; had: number; now: Date }

async function discountOn(db: Kysely<DB>, { reservation, quoted, subtotal, had, now }: Discounted): Promise<number> {
  const { discount_code_id, created_at, total } = reservation
  if (discount_code_id === null || subtotal === total + had) return had
  const { ad, chosen } = quoted
  const judged = await judgeClaimedCode(
    db,
    { code: discount_code_id, at: created_at },
    {
      ...{ now, days: chosen.days, category: ad.category, company: ad.company_id, city: ad.city_id },
      ...{ bill: subtotal, currency: currencyIn(reservation), rate: ad.rate },
    },
  )
  return judged?.ok ? judged.amount : 0
}

function pricedBefore(reservation: ReservationRow): PricedRental {
  const { start_date, days, child_seat_count, extra_driver, internet, supplemental_insurance } = reservation
  return {
    ...{ start_date, days, child_seat_count, extra_driver, internet, supplemental_insurance },
    receive: placeName(reservation.receive_place_id),
    return: placeName(reservation.return_place_id),
  }
}

function pricedAfter({ chosen }: QuotedRental, choice: RentalChoice): PricedRental {
  const { start_date, child_seat_count, extra_driver, internet, supplemental_insurance } = choice
  return {
    ...{ start_date, days: chosen.days, child_seat_count, extra_driver, internet, supplemental_insurance },
    receive: placeName(chosen.receive.place?.id ?? null),
    return: placeName(chosen.return.place?.id ?? null),
  }
}

/** A place by its id; customers' own addresses all cost the same. */
const placeName = (id: number | null) => (id === null ? 'address' : `place ${id}`)
