import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { bytesAt, isPosition, type Position } from '#app/rules/log-position.ts'
import { openPool } from './connection.ts'
import { withPulse } from './pulse.ts'
import { shareRemembered } from './remember.ts'
import type { DB } from './schema.ts'

/** Streaming replicas of the database, for reads. */
export type Replicas = {
  /**
   * A replica of the present primary that has replayed everything up to `position`, and otherwise is at most `MOST_BEHIND_MS` behind;
   * undefined while there is none. They take turns. While the primary is silent there is none for somebody who has written
   * something: another one may have taken over.
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
type Replica = { db: Kysely<DB>; watch: Watcher; say: Log; answer: Answer | undefined; isUsable: boolean }
/** A connection that compares positions alone, so that it never waits for those of requests. */
type Watcher = { pool: pg.Pool; log: Log; failing: Set<Failure> }
type Failure = 'its position is not known' | 'its promotion cannot be noted'
type Answer = {
  position: bigint
  /** The timeline that this server writes; none of one that only replays. */
  timeline: string | null
  /** The promotion that was last noted at its primary and has arrived here. */
  noted: string | null
}

/** How often positions are compared. */
const ASK_EVERY_MS = 100
/** A question that takes longer counts as no answer. */
const ANSWERS_WITHIN_MS = 2_000
/**
 * Pages are kept for ten seconds, so readers see nothing that is much older than without replicas. A replica that is further behind
 * is not read.
 */
const MOST_BEHIND_MS = 5_000

/** Shorter than any failover, in which a former primary that is cut off has ended before the next one takes writes. */
const SILENT_AFTER_MS = 1_000
/** Where the promotion of the primary is noted (table `note`): its timeline, and a name that no other one has. */
const PROMOTION = 'promotion of the primary'

/** The next reads of this caller are answered by the primary. */
const UNREACHED: Position = 'FFFFFFFF/FFFFFFFF'

/**
 * Opens the replicas. Each one has an address of its own, because positions are compared by connections other than those that read: behind
 * a balancer they would be those of another server. A replica that is away or behind is not read, and none is needed.
 *
 * A former primary that another one has replaced without its knowledge may be offered as a standby. Its position says nothing: it counts
 * what nobody else has. So each promotion, which the primary's timeline shows, is noted in the database under a name of its own, and a server
 * is a replica if the note has arrived there. The timeline alone would not do: two servers that were promoted without knowing of each other count
 * the same number. Source: issue 21, C; docs/many-machines.md; PostgreSQL's documentation, "Timelines".
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
    const pool = withPulse(openPool(url, poolSize, say, { isOfReplica: true }), { url, log: say })
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...(noteQuery && { log: noteQuery }) })
    shareRemembered(db, primary)
    return { db, watch: watcherOf(url, say), say, answer: undefined, isUsable: false }
  })
  const primaryWatch = watcherOf(primaryUrl, (line) => log(`primary of the replicas: ${line}`))
  const stopping = new AbortController()
  /** The primary's positions of the last seconds, the oldest first. */
  const history: { at: number; position: bigint }[] = []
  /** What is noted at the primary, if that is its present promotion. */
  let promotion: string | undefined
  let answeredAt = 0
  let turn = 0
  let event: { position: bigint; at: number } | undefined
  /** What happened last, as long as a replica may be behind it. */
  const leastOfEvents = () => (event && performance.now() - event.at < MOST_BEHIND_MS ? event.position : 0n)

  let isLocating = false
  /** Asks where the last event is. What happens meanwhile is asked for once, however much it is. */
  async function locateEvent() {
    if (isLocating) return
    isLocating = true
    for (let located: typeof event; located !== event; ) {
      located = event
      const position = await positionOf(primary).catch(() => UNREACHED)
      if (located) located.position = bytesAt(position)
    }
    isLocating = false
  }

  const asks = [askPrimary, ...replicas.map((replica) => () => askReplica(replica))]
  await Promise.all(asks.map((ask) => ask()))
  const watching = Promise.all(asks.map(watch))
  return {
    caughtUpWith(position) {
      const own = isPosition(position) ? bytesAt(position) : 0n
      const wanted = own > leastOfEvents() ? own : leastOfEvents()
      if (own > 0n && performance.now() - answeredAt > SILENT_AFTER_MS) return undefined
      const found = replicas.filter(({ isUsable, answer }) => isUsable && answer && answer.position >= wanted)
      return found[turn++ % found.length]?.db
    },
    position: () => positionOf(primary).catch(() => UNREACHED),
    noteEvent() {
      // Until it is known, the primary answers.
      event = { position: bytesAt(UNREACHED), at: performance.now() }
      void locateEvent()
    },
    usable: () => replicas.filter(({ isUsable }) => isUsable).length,
    async close() {
      stopping.abort()
      await watching
      await Promise.all([
        ...replicas.map(({ db }) => db.destroy()),
        ...[primaryWatch, ...replicas.map(({ watch }) => watch)].map(({ pool }) => pool.end()),
      ])
    },
  }

  async function watch(ask: () => Promise<void>) {
    while (!stopping.signal.aborted) {
      await sleep(ASK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (!stopping.signal.aborted) await ask()
    }
  }

  async function askPrimary() {
    const at = performance.now()
    const answer = await answerOf(primaryWatch)
    // A server that replays is no primary any more, whatever leads there.
    if (!answer?.timeline) return
    answeredAt = at
    promotion = answer.noted?.startsWith(`${answer.timeline} `) ? answer.noted : undefined
    if (promotion === undefined) await notePromotion(primaryWatch)
    history.push({ at, position: answer.position })
    while (history.length > 1 && (history[1]?.at ?? at) < at - MOST_BEHIND_MS) history.shift()
    for (const replica of replicas) compare(replica)
  }

  async function askReplica(replica: Replica) {
    replica.answer = await answerOf(replica.watch)
    compare(replica)
  }

  /** While the primary is silent its last answer stays the measure, for those who have written nothing. */
  function compare(replica: Replica) {
    const { answer, say } = replica
    const least = history[0]?.position
    const isUsable =
      answer !== undefined &&
      least !== undefined &&
      answer.position >= least &&
      promotion !== undefined &&
      answer.noted === promotion
    if (isUsable !== replica.isUsable)
      say(isUsable ? 'in use' : 'not in use, as it is away, behind or of a former primary')
    replica.isUsable = isUsable
  }
}

function watcherOf(url: string, log: Log): Watcher {
  return { pool: openPool(url, 1, log, { isOfReplica: true }), log, failing: new Set() }
}

/** The position of a primary. */
async function positionOf(db: Kysely<DB>): Promise<Position> {
  const { rows } = await sql<{ position: Position }>`select pg_current_wal_insert_lsn()::text as position`.execute(db)
  return rows[0]?.position ?? UNREACHED
}

/** What a server says of itself; undefined if it does not answer in time. */
async function answerOf(watcher: Watcher): Promise<Answer | undefined> {
  const tooLate = sleep(ANSWERS_WITHIN_MS, undefined, { ref: false })
  return Promise.race([
    asked<Omit<Answer, 'position'> & { position: Position | null }>(watcher, {
      text: QUESTION,
      failure: 'its position is not known',
    }),
    tooLate,
  ]).then((row) => row && { ...row, position: bytesAt(row.position ?? '0/0') })
}

/**
 * The first row of an answer. A connection that does not answer is given up, as the server may be there on another one. Why there is no
 * answer is logged for the first one that is missing, of each kind of question.
 */
async function asked<Row extends object>(
  { pool, log, failing }: Watcher,
  { text, failure }: { text: string; failure: Failure },
): Promise<Row | undefined> {
  try {
    const question = { text, query_timeout: ANSWERS_WITHIN_MS }
    // One for each statement of the text, if it has several.
    const results: pg.QueryResult<Row> | pg.QueryResult<Row>[] = await pool.query<Row>(question)
    failing.delete(failure)
    return [results].flat().at(-1)?.rows[0]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (!failing.has(failure)) log(`${failure}: ${reason}`)
    failing.add(failure)
    return undefined
  }
}

/** The first eight digits of a log file's name. Source: PostgreSQL's documentation, "Write-Ahead Log Files". */
const WRITTEN_TIMELINE = 'substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)'
const QUESTION = `
  select case when is_replaying then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end::text as position,
    case when not is_replaying then ${WRITTEN_TIMELINE} end as timeline,
    (select value from note where key = '${PROMOTION}') as noted
  from (select pg_is_in_recovery() as is_replaying) as server`

/** Notes a promotion of the primary that is not noted yet. Its replicas need not have it before this is done. */
async function notePromotion(primary: Watcher) {
  await asked(primary, {
    text: `begin;
    set local synchronous_commit = 'off';
    insert into note (key, value)
      select '${PROMOTION}', ${WRITTEN_TIMELINE} || ' ' || gen_random_uuid() where not pg_is_in_recovery()
      on conflict (key) do update set value = excluded.value where split_part(note.value, ' ', 1) <> ${WRITTEN_TIMELINE};
    commit`,
    failure: 'its promotion cannot be noted',
  })
}
