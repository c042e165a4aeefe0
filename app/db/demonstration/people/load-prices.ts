import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { type CalendarDate, dateOf, partsIn } from '#app/rules/time/calendar-date.ts'

/** Marjan Rent, the company that the demonstration's staff work for. */
const COMPANY = 12
/** From Monday: Thursday and Friday cost more. */
const WEEKEND = [0, 0, 0, 10, 10, 0, 0]

/** Loads seasons of the coming Persian year and higher weekend prices for the company of the demonstration's staff. */
export async function loadPrices(db: Kysely<DB>, now: Date): Promise<void> {
  const { id } = await db
    .insertInto('price_rule')
    .values({ company_id: COMPANY, weekdays: WEEKEND })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { year } = partsIn(now.toISOString().slice(0, 10), 'jalali')
  const day = (month: number, of: number): CalendarDate => dateOf({ year: year + 1, month, day: of }, 'jalali')
  await db
    .insertInto('price_season')
    .values([
      { price_rule_id: id, name: 'نوروز', starts_on: day(1, 1), ends_on: day(1, 13), percent: 40, min_days: 4 },
      { price_rule_id: id, name: 'تابستان', starts_on: day(4, 1), ends_on: day(5, 31), percent: -15, min_days: 2 },
    ])
    .execute()
}
