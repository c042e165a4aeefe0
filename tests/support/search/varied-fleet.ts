import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS, FUELS, TRUST_TYPES } from '#app/rules/constants.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'

const oneOf = (values: readonly string[]) => sql`(${[...values]}::text[])[1 + floor(random() * ${values.length})::int]`

/** One in so many vehicles is a unit of another's group. */
const UNITS = 8

/**
 * Copies the demonstration's vehicles until there are this many, each with facts of its own: prices (some to the cent), gaps, terms, equipment,
 * places among the pinned, ratings; one in eight is a unit of another's group; and ranges in which it is taken or held, some to the second,
 * some holds expired. `held` is how many of a hundred ranges are holds. `isUnguarded` leaves out what compares each range with others, which
 * takes several times as long as all the rest, and is of no use to whoever only reads.
 */
export async function growVariedFleet(
  db: Kysely<DB>,
  size: number,
  { ranges = 10, held = 30, isUnguarded = false } = {},
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    for (const table of ['ad', 'busy']) await sql.raw(`alter table ${table} disable trigger user`).execute(connection)
    await sql`alter table ad enable trigger ad_unit_group`.execute(connection)
    await sql`
      insert into ad (company_id, city_id, category, brand_id, model_id, trim_id, type_id, colour, drawing, photo, year, gearbox, fuel,
        fuel_rule, engine_cc, seats, load_capacity, mileage_per_day, min_driver_age, trust, guarantee_amount, properties, gap_minutes,
        p1, p3, p7, p14, p30, s1, s3, s7, s14, s30, score, search, rating_sum, rating_count, pinned, pinned_place, status)
      select company_id, city_id, category, brand_id, model_id, case when random() < 0.9 then trim_id end, type_id, colour, drawing,
        case when random() < 0.7 then 'photo-' || md5(random()::text) end, 2012 + floor(random() * 15)::int, gearbox,
        case when random() < 0.1 then ${oneOf(FUELS)} else fuel end, fuel_rule, engine_cc, seats + floor(random() * 1.2)::int,
        load_capacity, mileage_per_day, min_driver_age, trust_of, case when trust_of = 'DEPOSIT_FREE' then 0 else 1000 end,
        array(select property from unnest(${[...VEHICLE_PROPERTIES]}::text[]) property where random() < 0.4 and a.id > 0),
        case when random() < 0.2 then 30 * floor(random() * 8)::int end,
        p1 + less, p3 + less, p7 + less, p14 + less, p30 + less, s1, s3, s7, s14, s30, floor(random() * 1000)::int, search,
        case when count_of = 0 then 0 else floor(count_of * (1 + random() * 4))::int end, count_of,
        random() < 0.005, case when random() < 0.5 then floor(random() * 120)::int end,
        case when random() < 0.04 then 0 else 1 end
      from (
        select a.*, ${oneOf(TRUST_TYPES)} as trust_of, floor(greatest(random() * 40 - 10, 0))::int as count_of,
          case when random() < 0.002 then floor(p30 * random() * 0.2)::bigint
            else floor(p30 * random() * 0.2)::bigint / step_of * step_of end as less
        from ad a join (select id, case currency_id when ${CURRENCY_IDS.EUR} then 50 else 10000 end as step_of from company) c
          on c.id = a.company_id, generate_series(1, greatest(1, ceil(${size}::float8 / (select count(*) from ad)))::int) n
      ) a limit greatest(0, ${size - Math.floor(size / UNITS)}::int - (select count(*) from ad))`.execute(connection)
    await sql`
      insert into ad (company_id, city_id, category, brand_id, model_id, trim_id, type_id, colour, drawing, photo, year, gearbox, fuel,
        fuel_rule, engine_cc, seats, load_capacity, mileage_per_day, extra_km_price, min_driver_age, min_licence_years, trust, guarantee_amount,
        properties, gap_minutes, p1, p3, p7, p14, p30, s1, s3, s7, s14, s30, score, search, rating_sum, rating_count, pinned, pinned_place, status)
      select company_id, city_id, category, brand_id, model_id, trim_id, type_id, colour, drawing, photo, year, gearbox, fuel,
        fuel_rule, engine_cc, seats, load_capacity, mileage_per_day, extra_km_price, min_driver_age, min_licence_years, trust, guarantee_amount,
        properties, case when random() < 0.2 then 60 end, p1, p3, p7, p14, p30, s1, s3, s7, s14, s30,
        case when random() < 0.5 then score else floor(random() * 1000)::int end, search, n * 4, n, random() < 0.05, n,
        case when random() < 0.04 then 0 else 1 end
      from (select a.* from ad a where status = 1 order by md5(a.id::text) limit ceil(${size}::float8 / ${UNITS} / 3)) a, generate_series(1, 3) n
      limit greatest(0, ${size}::int - (select count(*) from ad))`.execute(connection)
    if (isUnguarded) for (const statement of UNGUARDED) await sql.raw(statement).execute(connection)
    await sql`
      insert into busy (company_id, ad_id, kind, status, start_at, end_at, hold_until)
      select a.company_id, a.id, 'BLOCK', status_of, start_at,
        start_at + make_interval(hours => 12 + floor(random() * 140)::int, secs => case when random() < 0.2 then random() * 3600 else 0 end),
        case when status_of = 1 and random() < 0.9 then now() + make_interval(secs => (random() - 0.5) * 7200) end
      from ad a, generate_series(0, ${ranges - 1}::int) k,
        lateral (select date_trunc('hour', now()) - interval '3 days'
          + make_interval(hours => (k * 168 + (a.id * 7 + k * 5) % 12)::int,
            mins => case when (a.id + k) % 3 = 0 then 30 else 0 end, secs => case when (a.id + k) % 7 = 0 then 17.25 else 0 end) as start_at) t,
        lateral (select case when (a.id::bigint * 31 + k * 37) % 100 < 10 then 0 when (a.id::bigint * 31 + k * 37) % 100 < ${10 + held}::int then 1 else 2 end as status_of) s
      where not exists (select from busy b where b.ad_id = a.id)`.execute(connection)
    if (isUnguarded) await sql.raw(BUSY_OF).execute(connection)
    for (const table of ['ad', 'busy']) await sql.raw(`alter table ${table} enable trigger user`).execute(connection)
    // As the server does by itself a minute later: until then, no index is enough to read ranges.
    for (const table of ['ad', 'busy']) await sql.raw(`vacuum (analyze) ${table}`).execute(connection)
  })
}

const UNGUARDED = ['alter table busy drop constraint busy_no_overlap, drop constraint busy_ad', 'drop index busy_of']
/** As the migrations make it. */
const BUSY_OF = 'create index busy_of on busy (ad_id, end_at, start_at) where status in (1, 2)'
