import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/**
 * Makes a fleet of this many listings from the demonstration's: copies with other prices and scores, each with ten busy
 * ranges in the coming 90 days. Listings that `db` had besides the demonstration's stay.
 */
export async function growFleet(db: Kysely<DB>, size: number): Promise<void> {
  const { count } = await db
    .selectFrom('ad')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const missing = size - count
  if (missing <= 0) return
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`
      insert into ad (company_id, city_id, category, brand_id, model_id, trim_id, type_id, colour, drawing, year, gearbox, fuel,
        fuel_rule, engine_cc, seats, load_capacity, mileage_per_day, min_driver_age, trust, guarantee_amount, properties,
        p1, p3, p7, p14, p30, s1, s3, s7, s14, s30, score, search, rating_sum, rating_count)
      select company_id, city_id, category, brand_id, model_id, trim_id, type_id, colour, drawing, year, gearbox, fuel,
        fuel_rule, engine_cc, seats, load_capacity, mileage_per_day, min_driver_age, trust, guarantee_amount, properties,
        p1, p3, p7, p14, p30, s1 + n * 1000, s3 + n * 1000, s7 + n * 1000, s14 + n * 1000, s30 + n * 1000,
        (score * 7 + n * 13) % 1000, search, rating_sum, rating_count
      from (select a.*, row_number() over (order by a.id) as place from ad a) a,
        generate_series(1, ${Math.ceil(missing / count)}) n
      limit ${missing}`.execute(connection)
    await sql`
      insert into busy (ad_id, kind, status, start_at, end_at)
      select a.id, 'BLOCK', 2, t.start_at, t.start_at + make_interval(days => 2 + (a.id + k) % 4)
      from ad a, generate_series(0, 9) k,
        lateral (select date_trunc('day', now()) + make_interval(days => (k * 9 + a.id % 3)::int, hours => 10) as start_at) t
      where not exists (select from busy b where b.ad_id = a.id)`.execute(connection)
    await sql`analyze ad`.execute(connection)
    await sql`analyze busy`.execute(connection)
  })
}
