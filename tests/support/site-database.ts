import pg from 'pg'
import { openEmbedded } from '#app/db/embedded/open.ts'

/** Lets the time to pay of a reservation have ended a minute ago: the site's own clock can't be moved. */
export async function endHold(reservation: string) {
  await withDatabase(async (client) => {
    for (const table of ['reservation', 'busy']) {
      const key = table === 'busy' ? 'reservation_id' : 'id'
      await client.query(`update ${table} set hold_until = now() - interval '1 minute' where ${key} = $1`, [
        reservation,
      ])
    }
  })
}

/** The site's database: its own PostgreSQL is joined, one elsewhere is where DATABASE_URL says. */
async function withDatabase(deed: (client: pg.Client) => Promise<void>) {
  const elsewhere = process.env.DATABASE_URL
  const joined = elsewhere ? undefined : await openEmbedded({ dataDir: process.env.SITE_DATA_DIR ?? '', log: () => {} })
  const client = new pg.Client({ connectionString: elsewhere ?? joined?.url() })
  try {
    await client.connect()
    await deed(client)
  } finally {
    await client.end()
    await joined?.stop()
  }
}
