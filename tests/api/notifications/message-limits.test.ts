import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mayReceive } from '#app/api/notifications/limits.ts'
import { testApi } from '../../support/api/api.ts'
import { ABROAD, DRIVER, loadFleet, phoneOf, RENTAL } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })

beforeAll(() => loadFleet(db))
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  for (const table of ['discount_use', 'reservation_event', 'busy'] as const) await db.deleteFrom(table).execute()
  await db.deleteFrom('reservation').execute()
  await db.deleteFrom('message_count').execute()
  await db.deleteFrom('rate_count').execute()
  site.messages.length = 0
})

let address = 0
/** A different person each time, so that no limit of an address is reached. */
const anybody = () => {
  address += 1
  return site.as({ clientAddress: `198.51.${Math.floor(address / 250)}.${address % 250}` })
}
type Form = Parameters<ReturnType<typeof site.as>['reservations']['reserve']>[0]
const form = (change: Partial<Form> = {}): Form => ({ ...RENTAL, ...DRIVER, ...change })

/** The messages to a recipient after all jobs are done. */
async function sentTo(receiver: string) {
  await site.drain()
  return site.messages.filter(({ to }) => to === receiver).length
}

describe('a number that nobody has proven', () => {
  const victim = '+989121234567'

  test('gets three messages in an hour and six in a day, however often somebody reserves and cancels for it', async () => {
    // Twice as many as any limit allows.
    for (let minutes = 0; minutes < 24 * 60; minutes += 42) {
      for (let tries = 0; tries < 3; tries += 1) {
        const { reservations } = anybody()
        const { id } = await reservations.reserve(form())
        await reservations.cancel({ id })
      }
      expect(await sentTo(victim)).toBeLessThanOrEqual(minutes < 60 ? 3 : 6)
      site.clock.advance(42)
    }
    expect(await sentTo(victim)).toBe(6)
    site.clock.advance(60)
    await anybody().reservations.reserve(form())
    expect(await sentTo(victim)).toBe(7)
  }, 90_000)

  test('gets three messages when twelve people reserve for it at once', async () => {
    const calls = Array.from({ length: 12 }, (_, index) => anybody().reservations.reserve(form({ id: 101 + index })))
    await Promise.allSettled(calls)
    expect(await sentTo(victim)).toBe(3)
  })

  test('is notified of a hold but not of its end, which the page shows', async () => {
    const { id } = await site.as().reservations.reserve(form())
    await site.as().reservations.cancel({ id })
    expect(await sentTo(victim)).toBe(1)
  })

  test('gets codes in addition to notifications, but no more in total than the limit of codes', async () => {
    for (const id of [101, 102, 103]) await anybody().reservations.reserve(form({ id }))
    const login = () => anybody().account.login({ phone: '09121234567' })
    await login()
    await site.drain()
    site.clock.advance(3)
    await login()
    site.clock.advance(3)
    expect(await refusal(login())).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retry_after: 54 * 60 } })
    expect(await sentTo(victim)).toBe(5)
  })

  test('has a reservation whose page says that no message was sent', async () => {
    const ids: string[] = []
    for (let count = 0; count < 4; count += 1) {
      const { id } = await anybody().reservations.reserve(form({ id: 101 + count }))
      ids.push(id)
      site.clock.advance(19)
    }
    const notified = await Promise.all(ids.map(async (id) => (await anybody().reservations.voucher({ id })).notified))
    expect(notified).toEqual([true, true, true, false])
  })
})

test('the page says that no message was sent where no SMS reaches the number and its mailbox is at its limit', async () => {
  const abroad = { ...ABROAD, country_code: '+49', email: 'often@example.com' }
  const ids: string[] = []
  for (let count = 0; count < 4; count += 1) {
    const { reservations } = anybody()
    ids.push((await reservations.reserve(form({ ...abroad, id: 101 + count, phone: `15112345${600 + count}` }))).id)
  }
  const notified = await Promise.all(ids.map(async (id) => (await anybody().reservations.voucher({ id })).notified))
  expect(notified).toEqual([true, true, true, false])
})

describe('a mailbox that nobody has proven', () => {
  test('has the same limits as a number, whatever phones are named with it', async () => {
    for (let count = 0; count < 9; count += 1) {
      const { reservations } = anybody()
      await reservations.reserve(form({ ...ABROAD, id: 101 + count, phone: phoneOf(count) }))
    }
    expect(await sentTo('sara@example.com')).toBe(3)
  })
})

test('a proven number gets more messages, but not without limit', async () => {
  const phone = phoneOf(70)
  await signIn(site, phone)
  site.messages.length = 0
  await db.deleteFrom('message_count').execute()
  for (let minutes = 0; minutes < 24 * 60; minutes += 42) {
    for (let tries = 0; tries < 3; tries += 1) {
      const { reservations } = anybody()
      const { id } = await reservations.reserve(form({ phone }))
      await reservations.cancel({ id })
    }
    site.clock.advance(42)
  }
  const sent = await sentTo(`+98${phone.slice(1)}`)
  expect(sent).toBeGreaterThan(6)
  expect(sent).toBeLessThanOrEqual(120)
}, 90_000)

test('messages to strangers caused by one subscriber are limited like codes, from all addresses of its network', async () => {
  const few = await testApi({ db, codesPerAddressHour: 5 })
  few.clock.set('2026-11-23T05:30:00Z')
  for (let count = 0; count < 10; count += 1) {
    const { reservations } = few.as({ clientAddress: `2001:db8::${count}` })
    await reservations.reserve(form({ id: 101 + count, phone: phoneOf(count) }))
  }
  await few.drain()
  expect(few.messages).toHaveLength(5)
})

test('one subscriber can cause at most five times its hourly limit in a day', async () => {
  const few = await testApi({ db, codesPerAddressHour: 2 })
  few.clock.set('2026-11-23T05:30:00Z')
  const ask = (to: string) =>
    few.deps.db.transaction().execute((tx) => mayReceive(few.deps, tx, { channel: 'sms', to }, BY))
  const BY = { subscriber: '192.0.2.7' }
  let sent = 0
  for (let hour = 0; hour < 12; hour += 1) {
    for (let tries = 0; tries < 4; tries += 1) sent += Number(await ask(`+9891255${hour}000${tries}`))
    expect(sent).toBe(Math.min(2 * (hour + 1), 10))
    few.clock.advance(61)
  }
  few.clock.advance(24 * 60)
  expect(await ask('+989125550999')).toBe(true)
})

describe('the limits of a proven number', () => {
  const to = '+989120007001'
  beforeAll(() => signedIn(site, { phone: to }))
  const take = (cause: Partial<Parameters<typeof mayReceive>[3]> = {}) =>
    db.transaction().execute((tx) => mayReceive(site.deps, tx, { channel: 'sms', to }, { subscriber: '', ...cause }))
  /** How many of this many messages are sent. */
  const sentOf = async (count: number, cause?: (at: number) => Parameters<typeof take>[0]) => {
    let sent = 0
    for (let at = 0; at < count; at += 1) sent += Number(await take(cause?.(at)))
    return sent
  }

  test('are twenty an hour and sixty a day for frequent messages', async () => {
    const frequent = () => ({ isFrequent: true })
    const hours: number[] = []
    for (let hour = 0; hour < 5; hour += 1) {
      hours.push(await sentOf(25, frequent))
      site.clock.advance(61)
    }
    expect(hours).toEqual([20, 20, 20, 0, 0])
  })

  test('are forty an hour for important messages, not counting others, including codes', async () => {
    await sentOf(25, () => ({ isFrequent: true }))
    await anybody().account.login({ phone: '09120007001' })
    expect(await sentOf(45)).toBe(40)
    site.clock.advance(61)
    expect(await sentOf(45)).toBe(40)
  })

  test('are ten an hour and thirty a day for messages caused by one customer, without affecting others', async () => {
    const hours: number[] = []
    for (let hour = 0; hour < 5; hour += 1) {
      hours.push(await sentOf(15, () => ({ customer: '+989121111111' })))
      expect(await take({ customer: '+989122222222' })).toBe(true)
      site.clock.advance(61)
    }
    expect(hours).toEqual([10, 10, 10, 0, 0])
  })
})

describe('a cancelled hold', () => {
  test('counts for its phone until it would have expired', async () => {
    for (const id of [101, 102, 103]) {
      const { reservations } = anybody()
      await reservations.cancel({ id: (await reservations.reserve(form({ id }))).id })
    }
    const again = () => anybody().reservations.reserve(form({ id: 104 }))
    expect(await refusal(again())).toMatchObject({ code: 'TOO_MANY_HOLDS' })
    site.clock.advance(20)
    await expect(again()).resolves.toBeDefined()
  })

  test('counts for its network address', async () => {
    const { reservations } = site.as({ clientAddress: '2001:db8:5::1' })
    for (let count = 0; count < 20; count += 1) {
      await reservations.cancel({ id: (await reservations.reserve(form({ phone: phoneOf(count) }))).id })
    }
    const neighbour = site.as({ clientAddress: '2001:db8:5::2' }).reservations
    expect(await refusal(neighbour.reserve(form({ phone: phoneOf(50) })))).toMatchObject({ code: 'TOO_MANY_HOLDS' })
  })
})
