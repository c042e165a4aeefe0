import pg from 'pg'

type Options = {
  /** The database's address, as `openDatabase` gives it. */
  url: string
  /** Letters and `_` only. */
  channel: string
  onNotification: (payload: string) => void
  /** Called when it listens again after a lost connection: notifications sent meanwhile were missed. */
  onResumed: () => void
  log: (line: string) => void
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000
/** After so long without a word the system asks whether the server is still there, and finds out within ten more seconds. */
const ASK_AFTER_MS = 10_000
/** A network that drops everything would let it wait for minutes, also when it is back. */
const CONNECT_WITHIN_MS = 5_000

/**
 * Receives what other processes send by `pg_notify` on a channel, over a connection of its own, which is reopened whenever
 * it is lost. Resolves when it listens for the first time.
 */
export async function listenTo(options: Options): Promise<{ close: () => Promise<void> }> {
  const { url, channel, onNotification, onResumed, log } = options
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  await connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }

  async function connect() {
    const made = new pg.Client({
      ...{ connectionString: url, application_name: 'savari-live', connectionTimeoutMillis: CONNECT_WITHIN_MS },
      query_timeout: CONNECT_WITHIN_MS,
      ...{ keepAlive: true, keepAliveInitialDelayMillis: ASK_AFTER_MS },
    })
    made.on('notification', ({ payload }) => onNotification(payload ?? ''))
    made.on('error', () => {})
    made.once('end', () => {
      if (isClosed || client !== made) return
      log('live news: the connection was lost')
      again(FIRST_RETRY_MS)
    })
    try {
      await made.connect()
      await made.query(`listen ${channel}`)
    } catch (error) {
      // A standby accepts connections, but no LISTEN.
      made.end().catch(() => {})
      throw error
    }
    client = made
  }

  function again(after: number) {
    retry = setTimeout(async () => {
      try {
        await connect()
        if (isClosed) await client?.end()
        else onResumed()
      } catch {
        if (!isClosed) again(Math.min(after * 2, LAST_RETRY_MS))
      }
    }, after)
  }
}
