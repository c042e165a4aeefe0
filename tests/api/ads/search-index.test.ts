import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { searchAds } from '#app/db/ad-search/search.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { reloadHours } from '#app/db/prices/closed-days.ts'
import { type SearchIndex, startSearchIndex } from '#app/db/search-index/search-index.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { priceRulesIn, storePriceRules } from '../../support/price-rules.ts'
import { questionsOf } from '../../support/search/random-questions.ts'
import { growVariedFleet } from '../../support/search/varied-fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

/** `SEARCHES=10000` compares as many; some hundreds without it. */
const SEARCHES = Number(process.env.SEARCHES ?? 300)
const ROUNDS = 8
const LISTINGS = 3000
vi.setConfig({ testTimeout: 60_000 + SEARCHES * 500 })

const { db, url } = await testDatabase({ demo: true })
const now = new Date()
const today = now.toISOString().slice(0, 10)
let index: SearchIndex

beforeAll(async () => {
  await growVariedFleet(db, LISTINGS)
  await storeRules()
  await sql`insert into closed_days (company_id, starts_on, ends_on)
    select id, current_date + 5 + id % 20, current_date + 8 + id % 20 from company where id % 3 = 0`.execute(db)
  await reloadHours(db, now)
  index = await startSearchIndex({ db, url, now: () => now, log: () => {} })
  await index.caughtUp()
})
afterAll(() => index.stop())

test('memory finds, prices, counts and sorts exactly what the database does', async () => {
  const found = await compare(SEARCHES)
  expect(found.filter((total) => total > 0).length).toBeGreaterThan(SEARCHES / 5)
})

test('it does so after any changes, once they are committed', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    for (const change of CHANGES) await change()
    await index.caughtUp()
    await compare(Math.ceil(SEARCHES / ROUNDS / 2))
  }
  expect(index.counts().builds).toBe(1)
})

test('changes are missed by nobody, whatever the order in which they are committed', async () => {
  const early = await db.startTransaction().execute()
  await sql`update ad set p1 = p1 + 5000, p3 = p3 + 5000, p7 = p7 + 5000 where id % 3 = 0`.execute(early)
  await sql`update ad set score = 1001 - score where id % 3 = 1`.execute(db)
  await index.caughtUp()
  await early.commit().execute()
  await index.caughtUp()
  await compare(40)
})

test('a notification that nobody gets costs a second, and a lost connection no more', async () => {
  await sql`alter table ad disable trigger ad_searched_again`.execute(db)
  await sql`update ad set seats = seats + 1 where id % 2 = 0`.execute(db)
  await sql`insert into search_change (ad_id) select id from ad where id % 2 = 0`.execute(db)
  await sql`alter table ad enable trigger ad_searched_again`.execute(db)
  await compareSoon()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'savari-live'`.execute(db)
  await sql`update ad set seats = seats - 1 where id % 2 = 0`.execute(db)
  await compareSoon()
  expect(index.counts().builds).toBe(1)
})

test('where changes are gone that it has not read, or the database is another, everything is read again', async () => {
  const { builds } = index.counts()
  await sql`update search_epoch set epoch = gen_random_uuid()`.execute(db)
  await index.caughtUp()
  expect(index.counts().builds).toBe(builds + 1)
  // As long as a transaction of another database is older than what was deleted, so is every position.
  await sql`update search_epoch set deleted_to = pg_snapshot_xmin(pg_current_snapshot())`.execute(db)
  await expect.poll(() => index.counts().builds, { timeout: 20_000 }).toBeGreaterThan(builds + 1)
  await sql`update search_epoch set deleted_to = null`.execute(db)
  await index.caughtUp()
  const again = index.counts().builds
  await sql`delete from search_epoch`.execute(db)
  await index.caughtUp()
  expect(index.counts().builds).toBe(again + 1)
  await compare(40)
})

/** Asks both, and compares whole answers. */
async function compare(searches: number) {
  const catalogue = await catalogueOf.again(db)
  const questions = fc.sample(questionsOf(catalogue, now), searches)
  const before = index.counts()
  const found: number[] = []
  for (const question of questions) {
    const [expected, answered] = [await searchAds(db, question), await index.search(question)]
    const { ruleSets: _, ...asked } = question
    expect(answered, JSON.stringify(asked)).toEqual(expected)
    found.push(expected.total)
  }
  expect(index.counts().memory - before.memory).toBe(searches)
  return found
}

/** Without asking it to look. */
async function compareSoon() {
  const catalogue = await catalogueOf.again(db)
  for (const question of fc.sample(questionsOf(catalogue, now), 20)) {
    const expected = await searchAds(db, question)
    await expect.poll(() => index.search(question), { timeout: 8000 }).toEqual(expected)
  }
}

async function storeRules() {
  const companies = await db.selectFrom('company').select('id').where(sql<boolean>`id % 2 = 0`).execute()
  const ads = await db.selectFrom('ad').select(['id', 'company_id']).where(sql<boolean>`id % 41 = 0`).execute()
  const rules = fc.sample(priceRulesIn(today, 80), companies.length + ads.length)
  await db.deleteFrom('price_season').execute()
  await db.deleteFrom('price_rule').execute()
  for (const { id } of companies) await storePriceRules(db, { company: id, rules: rules.pop() ?? {} })
  for (const { id, company_id } of ads)
    await storePriceRules(db, { company: company_id, ad: id, rules: rules.pop() ?? {} })
}

/** As the product's own calls write them, each of some random vehicles. */
const chosen = sql`id in (select id from ad order by random() limit 40)`
const CHANGES: (() => Promise<unknown>)[] = [
  () =>
    sql`update ad set p1 = p1 + 100 * (id % 7), p3 = p3 + 100, p7 = p7 + 150, p14 = p14 + 1, p30 = p30 + 7 where ${chosen}`.execute(
      db,
    ),
  () => sql`update ad set status = case status when 1 then 0 else 1 end where ${chosen}`.execute(db),
  () => sql`update ad set gap_minutes = case when gap_minutes is null then 90 end where ${chosen}`.execute(db),
  () =>
    sql`update ad set pinned = not pinned, pinned_place = id % 110, rating_sum = rating_sum + 5, rating_count = rating_count + 1
    where ${chosen}`.execute(db),
  () => sql`update ad set city_id = (select id from city order by random() limit 1) where ${chosen}`.execute(db),
  () =>
    sql`update ad set photo = 'photo-' || md5(random()::text), colour = 'GREEN', properties = '{}' where ${chosen}`.execute(
      db,
    ),
  () =>
    sql`update company set turnaround_minutes = 30 * (id % 9) where id % 5 = (select floor(random() * 5)::int)`.execute(
      db,
    ),
  () =>
    sql`update company set currency_id = case currency_id when ${CURRENCY_IDS.EUR} then ${CURRENCY_IDS.IRT}::int else ${CURRENCY_IDS.EUR}::int end
    where id = (select id from company order by random() limit 1)`.execute(db),
  // Reserved, paid, given back, made shorter, held again, forgotten.
  () =>
    sql`insert into busy (ad_id, kind, status, start_at, end_at, hold_until)
    select id, 'BLOCK', 1, ${now}::timestamptz + make_interval(days => 400), ${now}::timestamptz + make_interval(days => 403),
      ${now}::timestamptz + interval '10 minutes' from ad where ${chosen} on conflict do nothing`.execute(db),
  () =>
    sql`insert into busy (ad_id, kind, status, start_at, end_at)
    select id, 'BLOCK', 2, ${now}::timestamptz + make_interval(days => 2, mins => id % 100), ${now}::timestamptz + make_interval(days => 20)
    from ad where ${chosen} and not exists (select from busy where ad_id = ad.id and status in (1, 2)
      and end_at > ${now}::timestamptz and start_at < ${now}::timestamptz + make_interval(days => 20))`.execute(db),
  () => sql`update busy set status = 2, hold_until = null where status = 1 and id % 13 = 0`.execute(db),
  () => sql`update busy set status = 0 where id in (select id from busy order by random() limit 60)`.execute(db),
  () =>
    sql`update busy set end_at = end_at - (end_at - start_at) / 3 where id in (select id from busy order by random() limit 60)`.execute(
      db,
    ),
  () =>
    sql`update busy set hold_until = ${now}::timestamptz - interval '1 minute' where status = 1 and id % 11 = 0`.execute(
      db,
    ),
  () =>
    sql`delete from busy where id in (select id from busy where reservation_id is null order by random() limit 60)`.execute(
      db,
    ),
  () =>
    sql`delete from ad where id in (select id from ad where id > 2000 and not exists (select from price_rule where ad_id = ad.id)
    order by random() limit 10)`.execute(db),
  storeRules,
]
