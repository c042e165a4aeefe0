import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { ORDERINGS } from '#app/contract/ads.ts'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { searchAds } from '#app/db/ad-search/search.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { answerFrom } from '#app/db/search-index/find/answer.ts'
import { createPriceTables } from '#app/db/search-index/find/price-tables.ts'
import { emptyFleet, putListing } from '#app/db/search-index/fleet/fleet.ts'
import { type SearchIndex, startSearchIndex } from '#app/db/search-index/search-index.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { testApi } from '../../support/api/api.ts'
import { watchBlocking } from '../../support/blocking.ts'
import { questionsOf } from '../../support/search/random-questions.ts'
import { listing, question, now as usualNow } from '../../support/search/usual-listing.ts'
import { growVariedFleet } from '../../support/search/varied-fleet.ts'
import { benchDatabase } from '../database.ts'
import { atLeast, atMost, measured, type Row, spread } from '../table.ts'

/** `LISTINGS=1000000` measures the large fleet. */
const LISTINGS = Number(process.env.LISTINGS ?? 100_000)
/** Of each vehicle, so that those on offer have ten that take them. */
const RANGES = 12
/** Of a hundred ranges: a hold lasts for minutes, so there are few at a time. */
const HELD = 1
const IS_LARGE = LISTINGS > 100_000
const BUDGET = IS_LARGE ? { p99: 10, megabytes: 500, seconds: 30 } : { p99: 2, megabytes: 60, seconds: 30 }
const SEARCHES = 1000
const DATABASE_SEARCHES = IS_LARGE ? 20 : 60
const WARM_UP = 300
/** Each search is asked as often, and the least counts: what others on the machine take from its caches is not its own time. */
const TIMES = 3
const SEED = 7
const CALENDARS = 10
const CALENDAR_DAYS = 62
const CHANGES_A_SECOND = 1000
const SECONDS = 5
/** Several write at once, because each waits for the disk. */
const WRITERS = 6

/** Searches from memory beside the same ones in SQL, in one run; how memory is filled, and how much it takes; how changes arrive. */
export async function measureSearchIndex(): Promise<Row[]> {
  const now = new Date()
  const database = await benchDatabase(now)
  const { db, url } = database
  await growVariedFleet(db, LISTINGS, { ranges: RANGES, held: HELD, isUnguarded: true })
  const catalogue = await catalogueOf.again(db)
  const questions = fc.sample(questionsOf(catalogue, now), { numRuns: SEARCHES + WARM_UP, seed: SEED })
  const sqlTimes: number[] = []
  for (const question of questions.slice(WARM_UP, WARM_UP + DATABASE_SEARCHES)) {
    const asked = performance.now()
    await searchAds(db, question)
    sqlTimes.push(performance.now() - asked)
  }
  // A process has connections, parsers and statements before, too.
  const before = bytesInUse()
  const [blocking, started] = [watchBlocking(), performance.now()]
  const index = await startSearchIndex({ db, url, now: () => new Date(), log: () => {} })
  await index.caughtUp()
  const seconds = (performance.now() - started) / 1000
  blocking.stop()
  for (const question of questions.slice(0, WARM_UP)) await index.search(question)
  const times = await timesOf(index, questions.slice(WARM_UP))
  const megabytes = (bytesInUse() - before) / 1e6
  const unanswered = index.counts().database
  const calendars = await measureDayPrices(db, index)
  const changes = await measureChanges(db, index)
  const written = await measureWrites(db)
  await index.stop()
  const { rows } = await sql<{ count: number }>`select count(*) as count from busy where status in (1, 2)`.execute(db)
  await database.remove()
  const size = `${LISTINGS.toLocaleString('en')} listings, ${Math.round((rows[0]?.count ?? 0) / 1000).toLocaleString('en')},000 ranges`
  return [
    measured(`${size}, in SQL: median`, spread(sqlTimes).median, 'ms', 1),
    measured(`in SQL: p99 of ${DATABASE_SEARCHES}`, percentile(sqlTimes, 99), 'ms', 1),
    measured('from memory, time of the processor: median', percentile(times.processor, 50), 'ms', 2),
    measured('from memory, time of the processor: p90', percentile(times.processor, 90), 'ms', 2),
    atMost(
      `from memory, time of the processor: p99 of ${SEARCHES}`,
      percentile(times.processor, 99),
      BUDGET.p99,
      'ms',
      2,
    ),
    measured('from memory, waited, the first time: p99', percentile(times.waited, 99), 'ms', 2),
    atMost('searches that memory could not answer', unanswered, 0, ''),
    atMost('memory above before', megabytes, BUDGET.megabytes, 'MB', 1),
    atMost('all listings read', seconds, BUDGET.seconds, 's', 1),
    atMost('longest blocking of the loop meanwhile, time of the processor', blocking.longest(), 50, 'ms', 1),
    ...calendars,
    ...changes,
    ...written,
    ...measureOrders(),
  ]
}

/** What each search takes: waited the first time, and of the processor, in the thread that answers, at least. */
async function timesOf(index: SearchIndex, questions: readonly AdQuestion[]) {
  const [waited, processor]: [number[], number[]] = [[], []]
  for (const question of questions) {
    const used: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const [asked, before] = [performance.now(), process.cpuUsage()]
      await index.search(question)
      const { user, system } = process.cpuUsage(before)
      if (time === 0) waited.push(performance.now() - asked)
      used.push((user + system) / 1000)
    }
    processor.push(Math.min(...used))
    // Otherwise nothing else of the process has its turn.
    await nextTurn()
  }
  return { waited, processor }
}

/** The prices under two months of a calendar, in the cities with most listings, none of them kept. */
async function measureDayPrices(db: Kysely<DB>, index: SearchIndex): Promise<Row[]> {
  const site = await testApi({ db, now: new Date().toISOString() })
  site.deps.searchInMemory = index.searchInMemory
  const { rows: cities } = await sql<{ city: number }>`select city_id as city from ad where status = 1
    group by city_id order by count(*) desc limit ${CALENDARS}`.execute(db)
  const blocking = watchBlocking()
  const times: number[] = []
  for (const { city } of cities) {
    const [from, asked] = [addDays(dateIn(HOME_ZONE, new Date()), 1), performance.now()]
    const { count } = await site.as().ads.dayPrices({ city: String(city), from })
    if (count !== CALENDAR_DAYS) throw new Error(`${count} days have prices`)
    times.push(performance.now() - asked)
  }
  blocking.stop()
  return [
    measured(`prices of ${CALENDAR_DAYS} days: median of ${times.length} cities`, spread(times).median, 'ms', 1),
    measured(`prices of ${CALENDAR_DAYS} days: slowest`, spread(times).slowest, 'ms', 1),
    atMost('longest blocking of the loop meanwhile, time of the processor', blocking.longest(), 50, 'ms', 1),
  ]
}

/** Changes for some seconds, in transactions of ten, and when the last one is known. */
async function measureChanges(db: Kysely<DB>, index: SearchIndex): Promise<Row[]> {
  const blocking = watchBlocking()
  const started = performance.now()
  const lags: number[] = []
  const { builds } = index.counts()
  let made = 0
  const isOver = () => performance.now() - started >= SECONDS * 1000
  const write = async () => {
    while (!isOver()) {
      const due = ((performance.now() - started) / 1000) * CHANGES_A_SECOND
      if (made >= due) {
        await sleep(2)
        continue
      }
      made += 10
      const from = 1000 + Math.floor(Math.random() * 50_000)
      await sql`update ad set score = (score + 1) % 1000 where id >= ${from} and id < ${from + 10}`.execute(db)
    }
  }
  const look = async () => {
    while (!isOver()) {
      const asked = performance.now()
      await index.caughtUp()
      lags.push(performance.now() - asked)
      await sleep(200)
    }
  }
  await Promise.all([...Array.from({ length: WRITERS }, write), look()])
  const lasted = (performance.now() - started) / 1000
  blocking.stop()
  return [
    atLeast('changes a second, absorbed', made / lasted, CHANGES_A_SECOND * 0.95, '/s'),
    measured('until a change is known: median', spread(lags).median, 'ms', 1),
    measured('until a change is known: slowest', spread(lags).slowest, 'ms', 1),
    atMost('longest blocking of the loop meanwhile, time of the processor', blocking.longest(), 50, 'ms', 1),
    atMost('everything read again meanwhile', index.counts().builds - builds, 0, ''),
  ]
}

const WRITES = 300

/** A vehicle blocked and freed, in turn with the triggers and without. */
async function measureWrites(db: Kysely<DB>): Promise<Row[]> {
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (let round = 0; round < 6; round++) {
    const way = round % 2 ? 'with' : 'without'
    for (const trigger of ['busy_searched', 'busy_searched_without'])
      await sql.raw(`alter table busy ${way === 'with' ? 'enable' : 'disable'} trigger ${trigger}`).execute(db)
    for (let at = 0; at < WRITES / 3; at++) {
      const asked = performance.now()
      const { rows } = await sql<{ id: number }>`insert into busy (ad_id, kind, status, start_at, end_at)
        values (${1 + at}, 'BLOCK', 2, now() + interval '900 days', now() + interval '901 days') returning id`.execute(
        db,
      )
      await db.deleteFrom('busy').where('id', '=', rows[0]!.id).execute()
      times[way].push(performance.now() - asked)
    }
  }
  return [
    measured('a block and its end without triggers: median', spread(times.without).median, 'ms', 2),
    measured('with triggers: median', spread(times.with).median, 'ms', 2),
  ]
}

/** Each order, first and last page, of as many listings in one city with the same rating, score and price, so that only ids say which comes first. */
function measureOrders(): Row[] {
  const fleet = emptyFleet(usualNow)
  for (let id = 1; id <= LISTINGS; id++) putListing(fleet, listing({ id, group: id, score: 0 }))
  const known = { fleet, tables: createPriceTables() }
  const times = ORDERINGS.flatMap((ordering) =>
    [1, LISTINGS].map((page) => {
      const used = Array.from({ length: ORDER_TIMES }, () => {
        const before = process.cpuUsage()
        answerFrom(known, { ...question, ordering, page }, [])
        const { user, system } = process.cpuUsage(before)
        return (user + system) / 1000
      })
      return Math.min(...used)
    }),
  )
  return [measured('all equal in rating, score and price: the costliest order', Math.max(...times), 'ms', 2)]
}

/** The first ones are slower, until the code is compiled. */
const ORDER_TIMES = 30

/** What is in use after everything unused is gone: objects, buffers and typed arrays. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // The first one frees what holds buffers, the second one the buffers.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function percentile(values: readonly number[], of: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.ceil((sorted.length * of) / 100) - 1] ?? 0
}
