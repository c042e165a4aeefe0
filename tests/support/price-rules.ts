import fc from 'fast-check'
import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { PRICE_RULE_LIMITS, type PriceRules, type PriceSeason } from '#app/rules/money/price-rules.ts'
import { addDays, daysBetween } from '#app/rules/time/calendar-date.ts'

const { percent, discount, days } = PRICE_RULE_LIMITS
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

/** Random price rules of all kinds; their seasons lie within `length` days from `from`. */
export function priceRulesIn(from: string, length: number): fc.Arbitrary<PriceRules> {
  const seasons = fc
    .array(
      fc.record({
        from: fc.integer({ min: 0, max: length }),
        days: fc.integer({ min: 1, max: 60 }),
        percent: fc.integer(percent),
        min_days: rarely(fc.integer({ min: 1, max: 10 })),
      }),
      { maxLength: 6 },
    )
    .map((drawn) => apart(drawn.sort((one, other) => one.from - other.from).map(named)))
  function named(drawn: { from: number; days: number; percent: number; min_days: number | null }): PriceSeason {
    const starts_on = addDays(from, drawn.from)
    const ends_on = addDays(starts_on, drawn.days - 1)
    return { name: `from ${starts_on}`, starts_on, ends_on, percent: drawn.percent, min_days: drawn.min_days }
  }
  const percentOff = fc.integer(discount)
  return fc
    .record({
      weekdays: rarely(fc.array(fc.integer({ min: -90, max: 60 }), { minLength: 7, maxLength: 7 })),
      seasons,
      min_days: rarely(fc.integer({ min: 1, max: 5 })),
      longer: rarely(fc.integer({ min: 0, max: days.max - 5 })),
      lead_hours: rarely(fc.integer({ min: 0, max: 96 })),
      last_minute: rarely(fc.record({ days: fc.integer({ min: 0, max: 7 }), percent: percentOff })),
      early: rarely(fc.record({ days: fc.integer({ min: 5, max: 90 }), percent: percentOff })),
    })
    .map(({ longer, ...rules }) => ({ ...rules, max_days: longer === null ? null : (rules.min_days ?? 1) + longer }))
}

/** Leaves out seasons that overlap the one before them. */
function apart(seasons: PriceSeason[]): PriceSeason[] {
  const kept: PriceSeason[] = []
  for (const season of seasons) {
    const last = kept.at(-1)
    if (!last || daysBetween(last.ends_on, season.starts_on) > 0) kept.push(season)
  }
  return kept
}

/** Stores rules of a company, or of one of its vehicles. */
export async function storePriceRules(
  db: Kysely<DB>,
  { company, ad = null, rules }: { company: number; ad?: number | null; rules: Partial<PriceRules> },
): Promise<void> {
  const { seasons = [], last_minute, early, weekdays, ...bounds } = rules
  const { id } = await db
    .insertInto('price_rule')
    .values({
      company_id: company,
      ad_id: ad,
      weekdays: weekdays && [...weekdays],
      ...bounds,
      last_minute_days: last_minute?.days,
      last_minute_percent: last_minute?.percent,
      early_days: early?.days,
      early_percent: early?.percent,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const season of seasons)
    await db
      .insertInto('price_season')
      .values({ ...season, price_rule_id: id })
      .execute()
}

/** Deletes all price rules. */
export async function dropPriceRules(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('price_season').execute()
  await db.deleteFrom('price_rule').execute()
}
