import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import { bytesAt, isPosition, type Position } from '#app/rules/log-position.ts'
import { openPool } from './connection.ts'
import { withPulse } from './pulse.ts'
import { shareRemembered } from './remember.ts'
import type { DB } from './schema.ts'

/** Streaming replicas of the database, for reads. */
export type Replicas = {
  /**
   * A replica that has replayed everything up to `position`, and otherwise is at most `MOST_BEHIND_MS` behind; undefined while there
   * is none. They take turns.
   */
  caughtUpWith: (position: Position | undefined) => Kysely<DB> | undefined
  /**
   * The primary's position now: whatever was committed before is at or before it. A primary that does not say it, which must not
   * make an error of a write that was done, has one that no replica reaches.
   */
  position: () => Promise<Position>
  /** To be called when something has happened of which people are notified: what they look at then has it. */
  noteEvent: () => void
  /** How many replicas may be read at the moment. */
  usable: () => number
  close: () => Promise<void>
}

type Log = (line: string) => void
type Options = {
  primary: Kysely<DB>
  primaryUrl: string
  urls: readonly string[]
  poolSize?: number
  log: Log
  /** Called with each statement that has been executed for a reader. */
  noteQuery?: ((event: LogEvent) => void) | undefined
}
type Replica = { db: Kysely<DB>; watch: Kysely<DB>; say: Log; replayed: bigint | undefined; isUsable: boolean }

/** How often positions are compared. */
const ASK_EVERY_MS = 100
/** A question that takes longer counts as no answer. */
const ANSWERS_WITHIN_MS = 2_000
/**
 * Pages are kept for ten seconds, so readers see nothing that is much older than without replicas. A replica that is further behind
 * is not read.
 */
const MOST_BEHIND_MS = 5_000

/** The next reads of this caller are answered by the primary. */
const UNREACHED: Position = 'FFFFFFFF/FFFFFFFF'

/**
 * Opens the replicas. Each one has an address of its own, because positions are compared by connections other than those that read: behind
 * a balancer they would be those of another server. A replica that is away or behind is not read, and none is needed. Source:
 * issue 21, C; docs/many-machines.md.
 */
export async function openReplicas({
  primary,
  primaryUrl,
  urls,
  poolSize = 10,
  log,
  noteQuery,
}: Options): Promise<Replicas> {
  const replicas = urls.map((url): Replica => {
    const name = url.replace(/^.*@/, '')
    const say: Log = (line) => log(`replica ${name}: ${line}`)
    const pool = withPulse(openPool(url, poolSize, say), { url, log: say })
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...(noteQuery && { log: noteQuery }) })
    shareRemembered(db, primary)
    return { db, watch: watcherOf(url, say), say, replayed: undefined, isUsable: false }
  })
  const primaryWatch = watcherOf(primaryUrl, log)
  const stopping = new AbortController()
  /** The primary's positions of the last seconds, the oldest first. */
  const history: { at: number; position: bigint }[] = []
  let turn = 0
  let event: { position: bigint; at: number } | undefined
  /** What happened last, as long as a replica may be behind it. */
  const leastOfEvents = () => (event && performance.now() - event.at < MOST_BEHIND_MS ? event.position : 0n)

  await comparePositions()
  const watching = watch()
  return {
    caughtUpWith(position) {
      const own = isPosition(position) ? bytesAt(position) : 0n
      const wanted = own > leastOfEvents() ? own : leastOfEvents()
      const found = replicas.filter(({ isUsable, replayed = 0n }) => isUsable && replayed >= wanted)
      return found[turn++ % found.length]?.db
    },
    position: () => positionOf(primary).catch(() => UNREACHED),
    noteEvent() {
      // Until it is known, the primary answers.
      event = { position: bytesAt(UNREACHED), at: performance.now() }
      const noted = event
      void positionOf(primary).then(
        (position) => {
          noted.position = bytesAt(position)
        },
        () => {},
      )
    },
    usable: () => replicas.filter(({ isUsable }) => isUsable).length,
    async close() {
      stopping.abort()
      await watching
      await Promise.all(
        [primaryWatch, ...replicas.flatMap(({ db, watch }) => [db, watch])].map((each) => each.destroy()),
      )
    },
  }

  async function watch() {
    while (!stopping.signal.aborted) {
      await sleep(ASK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (!stopping.signal.aborted) await comparePositions()
    }
  }

  async function comparePositions() {
    const at = performance.now()
    const [written] = await Promise.all([
      answerOf(async () => bytesAt(await positionOf(primaryWatch))),
      ...replicas.map(async (replica) => {
        replica.replayed = await answerOf(async () => bytesAt(await positionOf(replica.watch)))
      }),
    ])
    if (written !== undefined) history.push({ at, position: written })
    while (history.length > 1 && (history[1]?.at ?? at) < at - MOST_BEHIND_MS) history.shift()
    // While the primary is away its last position stays the measure: replicas go on answering.
    const least = history[0]?.position
    for (const replica of replicas) {
      const isUsable = least !== undefined && replica.replayed !== undefined && replica.replayed >= least
      if (isUsable !== replica.isUsable) replica.say(isUsable ? 'in use' : 'not in use, as it is away or behind')
      replica.isUsable = isUsable
    }
  }
}

/** A connection that compares positions alone, so that it never waits for those of requests. */
function watcherOf(url: string, log: Log): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: openPool(url, 1, log) }) })
}

/** The position of a primary, or what a replica has replayed. */
async function positionOf(db: Kysely<DB>): Promise<Position> {
  const { rows } = await sql<{ position: Position | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end::text as position`.execute(
    db,
  )
  return rows[0]?.position ?? '0/0'
}

async function answerOf(ask: () => Promise<bigint>): Promise<bigint | undefined> {
  const tooLate = sleep(ANSWERS_WITHIN_MS, undefined, { ref: false })
  return Promise.race([ask().catch(() => undefined), tooLate])
}
