import pg from 'pg'

/** A member that the driver's types leave out. */
type ConnectedClient = pg.Client & { processID?: number }

const ANSWERS_WITHIN_MS = 12_000

/**
 * Whether an address leads to a pool such as PgBouncer and not to a session of PostgreSQL: a pool gives clients process numbers of its
 * own. Throws if nothing answers there. Source: *ours*.
 */
export async function isPooled(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'savari',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid !== (client as ConnectedClient).processID
  } finally {
    await client.end().catch(() => {})
  }
}
