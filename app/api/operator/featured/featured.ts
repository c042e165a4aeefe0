import { type Kysely, sql } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { matchesVehicle } from '#app/api/company/fleet/offers.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import { rowCount } from '#app/db/connection/row-count.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { applyFeatured, MOST_FEATURED } from '#app/db/featured.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

/** Also what is to come and what is over, city by city. */
export const listFeatured = api.operator.featured.list.handler(async ({ input, context: { deps, language } }) => {
  const { page, size, q } = input
  const found = featuredRows(deps.db).$if(q !== undefined, (query) => query.where(matchesVehicle(q ?? '')))
  const count = await rowCount(found)
  const rows = await found
    .orderBy('city.name_en')
    .orderBy('ad.category')
    .orderBy('place')
    .orderBy('featured_listing.id')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  const today = dateIn(HOME_ZONE, deps.now())
  return { count, most: MOST_FEATURED, results: rows.map((row) => shown(row, { language, today })) }
})

/**
 * Throws NOT_FOUND for a listing that does not exist, and INVALID_FIELDS where as many of its city and category as can be are featured on
 * some of the days already.
 */
export const setFeatured = api.operator.featured.set.handler(async ({ input, context: { deps, language } }) => {
  const { id, place, start_date: starts_on, end_date: ends_on = null, paid } = input
  if (ends_on !== null && ends_on < starts_on) throw invalidFields({ end_date: ['end_before_start'] })
  const today = dateIn(HOME_ZONE, deps.now())
  const row = await inTransaction(deps.db, async (tx) => {
    const ad = await tx.selectFrom('ad').select(['city_id', 'category']).where('id', '=', id).executeTakeFirst()
    if (!ad) throw errors.NOT_FOUND()
    await oneByOne(tx, `featured ${ad.city_id} ${ad.category}`)
    if ((await mostAtOnce(tx, { ...ad, id, starts_on, ends_on })) >= MOST_FEATURED)
      throw invalidFields({ start_date: ['featured_full'] }, { start_date: { n: MOST_FEATURED } })
    const values = { place, starts_on, ends_on, paid }
    await tx
      .insertInto('featured_listing')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    await applyFeatured(tx, today)
    return featuredRows(tx).where('featured_listing.id', '=', id).executeTakeFirstOrThrow()
  })
  deps.publish({ kind: 'pages' })
  return shown(row, { language, today })
})

/** Throws NOT_FOUND the second time. */
export const removeFeatured = api.operator.featured.remove.handler(async ({ input: { id }, context: { deps } }) => {
  await inTransaction(deps.db, async (tx) => {
    const removed = await tx.deleteFrom('featured_listing').where('id', '=', id).returning('id').executeTakeFirst()
    if (!removed) throw errors.NOT_FOUND()
    await applyFeatured(tx, dateIn(HOME_ZONE, deps.now()))
  })
  deps.publish({ kind: 'pages' })
  return { id, removed: true }
})

type Wanted = { id: number; city_id: number; category: number; starts_on: CalendarDate; ends_on: CalendarDate | null }

/** The most others of its city and category on one of the days: that is on the first day of one of them, or of its own. */
async function mostAtOnce(tx: Tx, { id, city_id, category, starts_on, ends_on }: Wanted): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    with others as (
      select greatest(starts_on, ${starts_on}::date) as first, coalesce(ends_on, 'infinity'::date) as last
      from featured_listing join ad on ad.id = featured_listing.id
      where ad.id <> ${id} and city_id = ${city_id} and category = ${category}
        and starts_on <= coalesce(${ends_on}::date, 'infinity'::date) and coalesce(ends_on, 'infinity'::date) >= ${starts_on}::date)
    select coalesce(max((select count(*) from others other where other.first <= others.first and other.last >= others.first)), 0)::int
      as most from others`.execute(tx)
  return rows[0]?.most ?? 0
}

function featuredRows(db: Kysely<DB>) {
  return db
    .selectFrom('featured_listing')
    .innerJoin('ad', 'ad.id', 'featured_listing.id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select(['featured_listing.id', 'place', 'starts_on', 'ends_on', 'paid', 'ad.status', 'company.name as company'])
    .select([...CITY_NAMES])
    .select(TITLE_COLUMNS)
}

type Row = Awaited<ReturnType<ReturnType<typeof featuredRows>['execute']>>[number]

function shown(row: Row, { language, today }: { language: Language; today: CalendarDate }) {
  const { id, place, starts_on, ends_on, paid, status } = row
  const isNow = starts_on <= today && (ends_on === null || ends_on >= today)
  const time = starts_on > today ? 'COMING' : isNow ? 'NOW' : 'OVER'
  return {
    ...{ id, place, paid, start_date: starts_on, end_date: ends_on },
    title: titleOf(row, language),
    company: wordingIn(language, row.company),
    city: nameOf(row, language),
    status: time === 'NOW' && status !== STATE_NUMBERS.OFFERED ? ('HIDDEN' as const) : time,
  } as const
}
