import { type Kysely, sql } from 'kysely'
import { euroRate } from '#app/api/books/money.ts'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { sortPricesOf } from '#app/db/prices/sort-prices.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import type { TierPrices } from '#app/rules/money/price.ts'

/** In which currency a company has its prices. Throws NOT_FOUND. */
export async function currencyOf(db: Kysely<DB>, company: number): Promise<CurrencyCode> {
  const found = await db.selectFrom('company').select('currency_id').where('id', '=', company).executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return currencyIn(found)
}

/** Sets the day prices of many vehicles, which are locked, and the search's prices with them, in one statement. */
export async function setDayPrices(tx: Tx, rows: readonly ({ id: number } & TierPrices)[], currency: CurrencyCode) {
  if (rows.length === 0) return
  const rate = currency === 'IRT' ? 1 : await euroRate(tx)
  const all = rows.map((row) => ({ ...row, ...sortPricesOf(row, rate, WHOLE_UNIT[currency]) }))
  await sql`
    update ad set (p1, p3, p7, p14, p30, s1, s3, s7, s14, s30) =
      row (new.p1, new.p3, new.p7, new.p14, new.p30, new.s1, new.s3, new.s7, new.s14, new.s30)
    from json_populate_recordset(null::ad, ${JSON.stringify(all)}) as new where ad.id = new.id`.execute(tx)
}
