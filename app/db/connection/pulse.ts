import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { codeOf } from './error-code.ts'

/** Whoever holds a connection for so long may wait for a server that does not answer any more; so it is asked. */
const SLOW_AFTER_MS = 400
const LOOK_EVERY_MS = 200
/** A server that lives answers a new connection sooner, also under load: nothing before it is locked. */
const ANSWERS_WITHIN_MS = 1700
const ASK_AGAIN_MS = 500

type Log = (line: string) => void
type Waiting = { since: number; giveUp: (error: Error) => void }

/** The code of `isDatabaseAway`: callers answer 503, and the same call may work later. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('the database does not answer')
  }
}

/**
 * A pool whose users do not wait for a server that has stopped answering (a frozen machine, a network that drops packets): when
 * one of them has waited for a moment the server is asked over a connection of its own, and where it is silent every wait ends
 * with an error of `isDatabaseAway` within 3 s, as do all later ones until it answers again. A server that is merely slow, or
 * a wait for a lock, is left alone: the statement's own time-out is for these. Source: quality.md, "Dependable".
 */
export function withPulse(
  pool: pg.Pool,
  { url, log, answersWithinMs = ANSWERS_WITHIN_MS }: { url: string; log: Log; answersWithinMs?: number | undefined },
): PostgresPool {
  const inUse = new Set<pg.PoolClient>()
  const waiting = new Set<Waiting>()
  let isSilent = false
  let isAsking = false
  const look = setInterval(() => void takePulse(), LOOK_EVERY_MS).unref()

  return {
    connect,
    options: pool.options,
    async end() {
      clearInterval(look)
      await pool.end()
    },
  }

  async function connect(): Promise<pg.PoolClient> {
    if (isSilent) throw new DatabaseSilent()
    const { promise: silence, reject: giveUp } = Promise.withResolvers<never>()
    const own: Waiting = { since: performance.now(), giveUp }
    waiting.add(own)
    const connected = pool.connect()
    try {
      const client = await Promise.race([connected, silence])
      inUse.add(client)
      const { release } = client
      client.release = (error) => {
        inUse.delete(client)
        waiting.delete(own)
        client.release = release
        release.call(client, error)
      }
      return client
    } catch (error) {
      waiting.delete(own)
      // What comes after all is not held by anybody.
      connected.then(
        (late) => late.release(true),
        () => {},
      )
      throw error
    }
  }

  async function takePulse() {
    const isSlow = [...waiting].some(({ since }) => performance.now() - since > SLOW_AFTER_MS)
    if (isAsking || (!isSlow && !isSilent)) return
    isAsking = true
    const answers = await answersIn(url, answersWithinMs)
    if (answers && isSilent) log('the database answers again')
    if (!answers && !isSilent) log('the database does not answer')
    isSilent = !answers
    if (isSilent) endWaits()
    setTimeout(() => {
      isAsking = false
    }, ASK_AGAIN_MS).unref()
  }

  /** What a server was asked before it fell silent may be done or not, as after any lost connection. */
  function endWaits() {
    for (const { giveUp } of waiting) giveUp(new DatabaseSilent())
    for (const client of inUse) client.end().catch(() => {})
  }
}

/** Whether the server answers a new connection at all, be it with an error. */
async function answersIn(url: string, withinMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'savari-pulse' })
  client.on('error', () => {})
  const { promise: tooLate, resolve } = Promise.withResolvers<false>()
  // In the turn after the time is over: an answer that came while this process was busy is read before.
  const timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), withinMs)
  const answered = client.connect().then(
    () => true,
    // More are knocking than the system keeps for it.
    (error) => codeOf(error) !== 'EAGAIN',
  )
  const answers = await Promise.race([answered, tooLate])
  clearTimeout(timer)
  if (answers) client.end().catch(() => {})
  else client.connection.stream.destroy()
  return answers
}
