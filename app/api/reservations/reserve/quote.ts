import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { cancellationDeadlines } from '#app/rules/money/cancellation.ts'
import { flexibleTerms } from '#app/rules/money/flexible.ts'
import { type Bill, billOf, convertUnit } from '#app/rules/money/price.ts'
import { daysAhead, explainedShares } from '#app/rules/money/price-rules.ts'
import { type Booked, type Chosen, chosenOf, feesOf, type RentalChoice } from './choice.ts'
import { type JudgedCode, judgeClaimedCode, judgeCode } from './discount/discount.ts'
import type { GuessGuard } from './guesses.ts'
import { type Rentable, unitPricesOf } from './rentable.ts'

/** A rental with its bill, before it is reserved. */
export type QuotedRental = {
  ad: Rentable
  chosen: Chosen
  bill: Bill
  guarantee_amount: number
  freeUntil: Date
  halfUntil: Date
  code: JudgedCode | undefined
}

/**
 * The price of the choices, in the requested currency, less a valid code. Throws INVALID_FIELDS for choices that the
 * listing does not allow. Source: decisions.md, "Renting".
 */
export async function quoteRental(
  db: Kysely<DB>,
  requested: {
    ad: Rentable
    choice: RentalChoice
    currency: CurrencyCode
    now: Date
    phone?: string
    /**
     * A code that the rental has already, and since when: its uses are counted, and only its other rules are checked
     * again.
     */
    claimed?: { code: number; at: Date }
    /** Limits guessing where a code can be typed. */
    guardGuess?: GuessGuard
    /** The reservation that is changed: its rules were checked when it was booked. */
    booked?: Booked
    byStaff?: boolean
  },
): Promise<QuotedRental> {
  const { ad, choice, currency, now, phone, claimed, guardGuess, booked, byStaff } = requested
  const chosen = chosenOf(ad, choice, { now, booked, byStaff })
  const rental = {
    days: chosen.days,
    prices: unitPricesOf(ad, feesOf(ad, chosen)),
    shares: explainedShares(ad.rules, {
      start_date: choice.start_date,
      days: chosen.days,
      ahead: daysAhead(booked?.at ?? now, choice.start_date),
    }),
    extras: choice,
    from: ad.currency,
    to: currency,
    rate: ad.rate,
    prepayment_percent: ad.prepayment_percent,
  }
  const plain = billOf(rental)
  const facts = {
    now,
    days: chosen.days,
    category: ad.category,
    company: ad.company_id,
    city: ad.city_id,
    bill: plain.total,
    currency,
    rate: ad.rate,
  }
  const judgeTyped = (typed: string) => {
    const judge = () => judgeCode(db, typed, { ...facts, phone })
    return guardGuess ? guardGuess(typed, judge) : judge()
  }
  const code = claimed
    ? await judgeClaimedCode(db, claimed, facts)
    : choice.discount_code
      ? await judgeTyped(choice.discount_code)
      : undefined
  const own = { freeUntilHours: ad.free_until_hours, halfUntilHours: ad.half_until_hours }
  const isFlexible = choice.flexible && ad.flex_until_hours !== null
  const terms = isFlexible ? flexibleTerms(own, ad.flex_until_hours ?? 0) : own
  return {
    ad,
    chosen,
    bill: code?.ok ? billOf({ ...rental, discount: code.amount }) : plain,
    guarantee_amount: convertUnit(ad.guarantee_amount, ad.currency, currency, ad.rate),
    ...cancellationDeadlines(chosen.start_at, terms),
    code,
  }
}

/** The bill with its guarantee, as the contract defines it. */
export function shownBill({ ad, bill, guarantee_amount }: QuotedRental) {
  return { ...bill, trust_type: ad.trust, guarantee_amount }
}
