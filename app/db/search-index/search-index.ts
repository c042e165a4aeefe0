import { Kysely, PostgresDialect } from 'kysely'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { type FoundAds, searchAds } from '#app/db/ad-search/search.ts'
import { openPool } from '#app/db/connection/connection.ts'
import { listenTo } from '#app/db/connection/listen.ts'
import { withPulse } from '#app/db/connection/pulse.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { shutCompanies } from '#app/db/prices/closed-days.ts'
import { HOUR_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { inSpan } from '#app/tracing/spans.ts'
import { applyChanges, buildFleet } from './feed/build.ts'
import { changesSince, type Position } from './feed/changes.ts'
import { repeat } from './feed/repeat.ts'
import { answerFrom, isAnswerable } from './find/answer.ts'
import { createPriceTables, type PriceTables } from './find/price-tables.ts'
import { type Fleet, isWorn } from './fleet/fleet.ts'

export type SearchIndex = {
  /** As `searchAds`: from memory while that is sure to be current, otherwise from the database. */
  search: (requested: AdQuestion) => Promise<FoundAds>
  /** The same from memory alone: null while that is not sure to be current. */
  searchInMemory: (requested: AdQuestion) => Promise<FoundAds | null>
  /** Whether searches are answered from memory at the moment. */
  isCurrent: () => boolean
  /** Resolves once everything is known that was committed before the call. */
  caughtUp: () => Promise<void>
  /** How many searches memory and database have answered, and what memory knows. */
  counts: () => { memory: number; database: number; listings: number; builds: number }
  stop: () => Promise<void>
}

/** How old what is known may be; after that the database answers. */
const STALE_MS = 5 * SECOND_MS
/** It may be slow: nobody waits for it. */
const PATIENT_MS = 10 * SECOND_MS
/** So many changes are read one by one in any case; of more, if they are a quarter of the fleet, all is read again. */
const FEW_CHANGES = 10_000
/** Within which time processes read everything again, because it has become old, so that the database is not asked by all at once. */
const SPREAD_MS = 6 * HOUR_MS

type Known = { fleet: Fleet; tables: PriceTables; position: Position; at: number }

/**
 * Keeps what search needs of all vehicles in memory, and answers from there. It is read in the background, and kept current by
 * notifications of changes, which only wake it: what has changed is in a table, and is looked up every second without any, so that a lost
 * notification costs a second. Source: issue 21, A.
 */
export async function startSearchIndex({
  db,
  url,
  now,
  log,
  random = Math.random,
}: {
  db: Kysely<DB>
  url: string
  now: () => Date
  log: (line: string) => void
  random?: () => number
}): Promise<SearchIndex> {
  // One of its own: under load, searches must not go to the database because none of the others is free.
  const own = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withPulse(openPool(url, 1, log), { url, log, answersWithinMs: PATIENT_MS }) }),
  })
  let known: Known | null = null
  let waiting: { called: number; done: () => void }[] = []
  const earlierMs = random() * SPREAD_MS
  const counts = { memory: 0, database: 0, builds: 0 }
  const keeping = repeat(keepCurrent, { log, name: 'search index' })
  const listening = await listenTo({
    ...{ url, log, channel: 'savari_search' },
    onNotification: keeping.wake,
    onResumed: keeping.wake,
  })
  return {
    search,
    searchInMemory,
    isCurrent: () => current() !== null,
    async caughtUp() {
      const called = performance.now()
      keeping.wake()
      await new Promise<void>((done) => {
        waiting.push({ called, done })
      })
    },
    counts: () => ({ ...counts, listings: known?.fleet.size ?? 0 }),
    async stop() {
      await Promise.all([keeping.stop(), listening.close()])
      await own.destroy()
    },
  }

  async function search(requested: AdQuestion): Promise<FoundAds> {
    const found = await searchInMemory(requested)
    if (found) return found
    counts.database += 1
    return inSpan('search in the database', {}, () => searchAds(db, requested))
  }

  async function searchInMemory(requested: AdQuestion): Promise<FoundAds | null> {
    if (!current() || !isAnswerable(requested, now())) return null
    const { city, handOvers, now: at } = requested
    const shut = requested.times ? await shutCompanies(db, { city, handOvers, now: at }) : []
    const found = current()
    if (!found) return null
    counts.memory += 1
    return inSpan('search in memory', { attributes: { 'savari.listings': found.fleet.size } }, () =>
      answerFrom(found, requested, shut),
    )
  }

  function current(): Known | null {
    return known && performance.now() - known.at < STALE_MS ? known : null
  }

  async function keepCurrent({ isStopping }: { isStopping: () => boolean }): Promise<void> {
    const started = performance.now()
    if (!known) {
      const built = await buildFleet(own, { now, isStopping })
      if (!built) return
      counts.builds += 1
      // Older than it says, and therefore brought up to date before it answers.
      known = { ...built, tables: createPriceTables(), at: Number.NEGATIVE_INFINITY }
      log(`search index: ${built.fleet.size} listings read in ${Math.round(performance.now() - started)} ms`)
    }
    const { fleet, position } = known
    const asked = performance.now()
    const changes = await changesSince(own, position, Math.max(FEW_CHANGES, Math.ceil(fleet.size / 4)))
    if (changes.isLost || isWorn(fleet, new Date(now().getTime() + earlierMs))) {
      known = null
      log('search index: everything is read again')
      // The next look, in a second, begins with that.
      return
    }
    await applyChanges(own, fleet, { ...changes, now: now() }).catch((error: Error) => {
      // Something may be half done.
      known = null
      throw error
    })
    known.position = changes.position
    known.at = asked
    for (const { called, done } of waiting) if (called <= asked) done()
    waiting = waiting.filter(({ called }) => called > asked)
  }
}
