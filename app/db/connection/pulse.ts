import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { codeOf, isDatabaseAway } from './error-code.ts'

/** A query or a wait for a connection that takes longer makes us check whether the server still answers. */
const SLOW_AFTER_MS = 400
const LOOK_EVERY_MS = 200
/** A healthy server answers a new connection sooner, even under load, because connecting waits for no lock. */
const ANSWERS_WITHIN_MS = 1700
const TOO_MANY_CONNECTIONS = '53300'
const ASK_AGAIN_MS = 500

type Log = (line: string) => void
type Options = { url: string; sessionUrl?: string | undefined; log: Log; answersWithinMs?: number | undefined }
type Waiting = { since: number; giveUp: (error: Error) => void }

/** Has a code that `isDatabaseAway` knows: callers answer 503, and a retry may work. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('the database does not answer')
  }
}

/**
 * Keeps users of a pool from waiting for a server that has stopped answering (a frozen machine, a network that drops packets).
 * When one of them has waited for a moment, it tries a new connection. If that gets no answer, every wait ends within 3 s with an
 * error that `isDatabaseAway` knows, and so do all later ones until the server answers again. A server that is merely slow, or a
 * wait for a lock, is left to the statement timeout. Behind a pool of transactions (`url`) the server itself (`sessionUrl`) must
 * answer, too: a pool accepts connections for a server that is away, and lets them wait. Source: quality.md, "Dependable".
 */
export function withPulse(
  pool: pg.Pool,
  { url, sessionUrl, log, answersWithinMs = ANSWERS_WITHIN_MS }: Options,
): PostgresPool {
  const inUse = new Set<pg.PoolClient>()
  const waiting = new Set<Waiting>()
  let isSilent = false
  let isAsking = false
  const look = setInterval(() => void checkServer(), LOOK_EVERY_MS).unref()

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
      // The caller has given up: close the connection if it still comes.
      connected.then(
        (late) => late.release(true),
        () => {},
      )
      throw error
    }
  }

  async function checkServer() {
    const isSlow = [...waiting].some(({ since }) => performance.now() - since > SLOW_AFTER_MS)
    if (isAsking || (!isSlow && !isSilent)) return
    isAsking = true
    const answers = (await Promise.all([poolAnswers(), serverAnswers()])).every(Boolean)
    if (answers && isSilent) log('the database answers again')
    if (!answers && !isSilent) log('the database does not answer')
    isSilent = !answers
    if (isSilent) endWaits()
    setTimeout(() => {
      isAsking = false
    }, ASK_AGAIN_MS).unref()
  }

  /** An error is an answer, too, unless the socket's backlog is full (EAGAIN), when the server does not accept connections. */
  async function poolAnswers(): Promise<boolean> {
    const problem = await problemWithin(url, answersWithinMs)
    return !(problem instanceof DatabaseSilent) && codeOf(problem) !== 'EAGAIN'
  }

  async function serverAnswers(): Promise<boolean> {
    if (sessionUrl === undefined) return true
    const problem = await problemWithin(sessionUrl, answersWithinMs)
    // It has no room for another connection: those of the pool go on.
    return codeOf(problem) === TOO_MANY_CONNECTIONS || !isDatabaseAway(problem)
  }

  /** Ends all waits with an error. As after any lost connection, statements that were sent may have been executed or not. */
  function endWaits() {
    for (const { giveUp } of waiting) giveUp(new DatabaseSilent())
    for (const client of inUse) client.end().catch(() => {})
  }
}

/** Why a new connection could not be made; undefined if it was, `DatabaseSilent` if nothing answered in time. */
async function problemWithin(url: string, withinMs: number): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, application_name: 'savari-pulse' })
  client.on('error', () => {})
  const { promise: tooLate, resolve } = Promise.withResolvers<DatabaseSilent>()
  // Two turns of the event loop later, so that an answer that arrived while this process was busy is read first.
  const timer = setTimeout(() => setImmediate(() => setImmediate(resolve, new DatabaseSilent())), withinMs)
  const connected = client.connect().then(
    () => undefined,
    (error: unknown) => error,
  )
  const problem = await Promise.race([connected, tooLate])
  clearTimeout(timer)
  if (problem instanceof DatabaseSilent) client.connection.stream.destroy()
  else client.end().catch(() => {})
  return problem
}
