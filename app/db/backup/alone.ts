import pg from 'pg'

/**
 * Runs a backup or a drill while no other process runs one on the same database. The lock ends with its connection, so it outlives no
 * process.
 * @param url the database itself: behind a pool of transactions a lock belongs to nobody
 * @throws an error of one line where another process has the lock
 */
export async function runAlone<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'savari-backup-lock', keepAlive: true })
  // A connection that is lost ends the lock and not the work.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('backup', 0)) as held`,
    )
    if (!rows[0]?.held) throw new Error('Another process makes a backup or tries one now.')
    return await work()
  } finally {
    await client.end()
  }
}
