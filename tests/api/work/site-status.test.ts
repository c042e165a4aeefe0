import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recentSiteStatus, siteStatus } from '#app/api/content/site-status.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })
const now = new Date()
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
await db.updateTable('delivery').set({ status: 'SENT' }).where('status', '=', 'WAITING').execute()
await db
  .updateTable('payment')
  .set({ created_at: ago(5000) })
  .execute()

async function stateOf(service: string, at = now) {
  const { services } = await siteStatus({ db, now: () => at })
  return services.find((one) => one.service === service)?.state
}

test('on a quiet day everything works', async () => {
  const { services, incident } = await siteStatus({ db, now: () => now })
  expect(services.map(({ state }) => state)).toEqual(['OK', 'OK', 'OK', 'OK', 'OK'])
  expect(incident).toBeNull()
})

test('messages that wait are late, and after an hour the service is down', async () => {
  const created_at = ago(0)
  await db
    .insertInto('notification')
    .values({ id: 'a-notice-with-a-long-id', kind: 'code', language: 'en', content: '{}', created_at })
    .execute()
  await db
    .insertInto('delivery')
    .values({
      ...{
        id: 'a-delivery-with-a-long-id',
        notification_id: 'a-notice-with-a-long-id',
        channel: 'sms',
        receiver: '+989120000000',
      },
      ...{ status: 'WAITING', next_at: created_at, expires_at: created_at },
    })
    .execute()
  const later = (minutes: number) => new Date(created_at.getTime() + minutes * 60_000)
  expect(await stateOf('messages', later(5))).toBe('OK')
  expect(await stateOf('messages', later(11))).toBe('LATE')
  expect(await stateOf('messages', later(61))).toBe('DOWN')
})

const paid = await db
  .selectFrom('payment')
  .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
  .select(['payment.id', 'reservation_id'])
  .distinctOn('reservation_id')
  .limit(6)
  .execute()

/** Whose reservations the payments are for. */
async function bookedBy(phoneOf: (index: number) => string) {
  for (const [index, { reservation_id }] of paid.entries())
    await db
      .updateTable('reservation')
      .set({ booked_by: null, phone: phoneOf(index) })
      .where('id', '=', reservation_id ?? '')
      .execute()
}

test('a payment that a bank does not settle is late, and those of five people that fail, with none paid, are a bank that is down', async () => {
  const payments = paid
  await bookedBy((index) => `+98912000000${index}`)
  expect(payments).toHaveLength(6)
  const [first, ...others] = payments.map(({ id }) => id)
  const set = (ids: string[], status: 'VERIFYING' | 'FAILED' | 'PAID', minutes: number) =>
    db
      .updateTable('payment')
      .set({ status, created_at: ago(minutes) })
      .where('id', 'in', ids)
      .execute()
  await set([first!], 'VERIFYING', 10)
  expect(await stateOf('payment')).toBe('OK')
  await set([first!], 'VERIFYING', 20)
  expect(await stateOf('payment')).toBe('LATE')
  await set([first!], 'VERIFYING', 200)
  expect(await stateOf('payment')).toBe('LATE')
  await set(others, 'FAILED', 30)
  expect(await stateOf('payment')).toBe('DOWN')
  await bookedBy(() => '+989120000000')
  expect(await stateOf('payment')).toBe('LATE')
  await bookedBy((index) => `+98912000000${index}`)
  await set([first!], 'PAID', 1)
  expect(await stateOf('payment')).toBe('OK')
})

test('where the database takes no writes, nobody can book, pay or write', async () => {
  const states = await db.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = on`.execute(connection)
    const { services } = await siteStatus({ db: connection, now: () => now })
    await sql`reset default_transaction_read_only`.execute(connection)
    return Object.fromEntries(services.map(({ service, state }) => [service, state]))
  })
  expect(states).toEqual({ search: 'OK', booking: 'DOWN', payment: 'DOWN', messages: 'DOWN', chat: 'DOWN' })
})

test('who asks within ten seconds gets the same reading', async () => {
  const first = await recentSiteStatus({ db, now: () => new Date('2026-11-29T10:00:01Z') })
  expect(await recentSiteStatus({ db, now: () => new Date('2026-11-29T10:00:09Z') })).toBe(first)
  const next = await recentSiteStatus({ db, now: () => new Date('2026-11-29T10:00:11Z') })
  expect(next.checked_at).toBe('2026-11-29T10:00:10.000Z')
})
