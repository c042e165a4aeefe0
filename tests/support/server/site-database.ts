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

/** Lets a confirmed rental have been driven and brought back, as its company would say: it began two days ago. */
export async function completeRental(reservation: string) {
  await withDatabase(async (client) => {
    await client.query(
      `update reservation set status = 'COMPLETED', start_date = current_date - 2, end_date = current_date - 1,
         start_at = now() - interval '2 days', end_at = now() - interval '1 day' where id = $1`,
      [reservation],
    )
    for (const status of ['ACTIVE', 'COMPLETED']) {
      await client.query(
        `insert into reservation_event (reservation_id, at, status, actor) values ($1, now(), $2, 'COMPANY')`,
        [reservation, status],
      )
    }
  })
}

/**
 * Brings a reservation to its company's desk without a bank or a wait: paid and waiting for the answer, or confirmed for
 * a rental whose days have come.
 */
export async function bringToDesk(reservation: string, status: 'AWAITING_CONFIRMATION' | 'CONFIRMED') {
  await withDatabase(async (client) => {
    const days =
      status === 'CONFIRMED'
        ? `, start_date = current_date - 2, end_date = current_date - 1, start_at = now() - interval '2 days',
           end_at = now() - interval '1 day'`
        : `, confirm_by = now() + interval '5 hours'`
    await client.query(`update reservation set status = $2, hold_until = null ${days} where id = $1`, [
      reservation,
      status,
    ])
    await client.query('update busy set status = 2, hold_until = null where reservation_id = $1', [reservation])
  })
}

/** Lets a trip have been paid at a bank and confirmed at once, without the way there. */
export async function confirmTrip(reservation: string) {
  await withDatabase(async (client) => {
    await client.query(
      `update reservation set status = 'CONFIRMED', paid = payable_now, hold_until = null where id = $1`,
      [reservation],
    )
    await client.query('update busy set status = 2, hold_until = null where reservation_id = $1', [reservation])
    await client.query(
      `insert into reservation_event (reservation_id, at, status, actor) values ($1, now(), 'CONFIRMED', 'SYSTEM')`,
      [reservation],
    )
  })
}

/** Lets the account of a phone be an operator's, which nobody becomes by the site. */
export async function makeOperator(phone: string) {
  await withDatabase((client) => client.query(`update account set role = 'ADMIN' where phone = $1`, [phone]))
}

/** The site's database: its own PostgreSQL is joined, one elsewhere is where DATABASE_URL says. */
async function withDatabase(action: (client: pg.Client) => Promise<unknown>) {
  const elsewhere = process.env.DATABASE_URL
  const joined = elsewhere ? undefined : await openEmbedded({ dataDir: process.env.SITE_DATA_DIR ?? '', log: () => {} })
  const client = new pg.Client({ connectionString: elsewhere ?? joined?.url() })
  try {
    await client.connect()
    await action(client)
  } finally {
    await client.end()
    await joined?.stop()
  }
}
