import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Deps } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { jobHandlers } from '#app/api/work/background.ts'
import { deliver } from '#app/api/work/deliver.ts'
import { NotSent, type NotSentReason } from '#app/providers/messages/not-sent.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
let sara: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  await loadFleet(db)
  sara = await signedIn(site, { phone: '+989121234567' })
  await db.updateTable('account').set({ email: 'sara@example.com' }).where('id', '=', sara.id).execute()
})
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  for (const table of ['notification', 'message_count', 'notice_text'] as const) await db.deleteFrom(table).execute()
  await site.drain()
  site.messages.length = 0
})

const answered = (deps: Deps = site.deps) =>
  db
    .transaction()
    .execute((tx) => notify(deps, tx, { kind: 'ticketAnswered', account: sara.id, ticket: 'T1', subject: 'بیمه' }))
const deliveries = () => db.selectFrom('delivery').selectAll().orderBy('channel').execute()
const onlyDelivery = async () => {
  const [one] = await deliveries()
  if (!one) throw new Error('nothing was put out')
  return one
}
const failing = (error: Error) => ({ ...site.deps, send: () => Promise.reject(error) })
const down = (change: { reason?: NotSentReason; isCertain?: boolean } = {}) =>
  new NotSent({ provider: 'smtp', reason: 'provider_down', detail: 'status 500', ...change })

describe('the outbox', () => {
  test('has no message when the transaction that caused it is rolled back', async () => {
    const cause = db.transaction().execute(async (tx) => {
      await notify(site.deps, tx, { kind: 'ticketAnswered', account: sara.id, ticket: 'T1', subject: 'بیمه' })
      throw new Error('given up')
    })
    await expect(cause).rejects.toThrow('given up')
    await site.drain()
    expect(await deliveries()).toEqual([])
    expect(site.messages).toEqual([])
  })

  test('follows the receiver’s settings and language, and has the page’s address', async () => {
    await db.updateTable('account').set({ language: 'de' }).where('id', '=', sara.id).execute()
    await answered()
    await site.drain()
    expect(site.messages).toMatchObject([{ channel: 'email', to: 'sara@example.com', language: 'de' }])
    expect(site.messages[0]?.text).toContain('http://localhost:3000/de/profile/ticketing/T1')
    await db.updateTable('account').set({ language: 'fa' }).where('id', '=', sara.id).execute()
  })

  test('sends each message once, however many processes try at the same time', async () => {
    await answered()
    const { id } = await onlyDelivery()
    await Promise.all(Array.from({ length: 6 }, () => deliver(site.deps, { delivery: id })))
    await site.sweep()
    expect(site.messages).toHaveLength(1)
    expect(await onlyDelivery()).toMatchObject({ status: 'SENT', tries: 1 })
  })

  test('loses nothing and sends nothing twice while a provider answers 500 for an hour', async () => {
    const asked = vi.fn()
    const away = {
      ...site.deps,
      send: () => {
        asked()
        return Promise.reject(down())
      },
    }
    await answered()
    const { id } = await onlyDelivery()
    for (let minute = 0; minute < 60; minute += 1) {
      await jobHandlers(away).deliver({ delivery: id })
      site.clock.advance(1)
    }
    expect(asked.mock.calls.length).toBeLessThan(15)
    expect(await onlyDelivery()).toMatchObject({ status: 'WAITING', reason: 'provider_down' })
    for (let minute = 0; minute < 20; minute += 1) {
      await site.sweep()
      site.clock.advance(1)
    }
    expect(site.messages).toHaveLength(1)
    expect(await onlyDelivery()).toMatchObject({ status: 'SENT' })
  })

  test('sends what a dead process left behind, under the same number', async () => {
    await answered()
    const { id } = await onlyDelivery()
    const numbers: (number | undefined)[] = []
    const dying: Deps = {
      ...site.deps,
      send: async (message) => {
        numbers.push(message.id)
        throw new Error('the process died')
      },
    }
    // The process dies before it stores the result.
    await deliver({ ...dying, enqueue: () => Promise.reject(new Error('the process died')) }, { delivery: id }).catch(
      () => undefined,
    )
    await site.sweep()
    expect(site.messages).toEqual([])
    site.clock.advance(3)
    await site.sweep()
    expect(site.messages).toHaveLength(1)
    expect(site.messages[0]?.id).toBe(numbers[0])
  })

  test('gives up messages that are too old to be useful', async () => {
    await answered()
    site.clock.advance(49 * 60)
    await site.sweep()
    expect(site.messages).toEqual([])
    expect(await onlyDelivery()).toMatchObject({ status: 'FAILED', reason: 'expired' })
  })

  test('gives up messages that a provider refuses for good, and notifies an operator without naming anybody', async () => {
    const alert = vi.fn()
    const reasons: NotSentReason[] = ['invalid_recipient', 'blacklisted', 'no_credit', 'template', 'auth', 'unknown']
    for (const reason of reasons) {
      await db.deleteFrom('notification').execute()
      await answered()
      const { id } = await onlyDelivery()
      await deliver({ ...failing(down({ reason })), alert }, { delivery: id })
      expect(await onlyDelivery()).toMatchObject({ status: 'FAILED', reason })
      expect(alert).toHaveBeenLastCalledWith(expect.any(String), expect.objectContaining({ channel: 'email', reason }))
    }
    expect(alert).toHaveBeenCalledTimes(reasons.length)
    expect(JSON.stringify(alert.mock.calls)).not.toMatch(/98912|sara|بیمه/)
  })

  test('never sends a code twice that may have arrived, and prefers sending other texts twice to never', async () => {
    const alert = vi.fn()
    await site.as().account.login({ phone: '09121230001' })
    const code = await onlyDelivery()
    expect(code.code_id).not.toBeNull()
    await deliver({ ...failing(down({ isCertain: false })), alert }, { delivery: code.id })
    expect(await onlyDelivery()).toMatchObject({ status: 'FAILED' })
    await db.deleteFrom('notification').execute()
    await answered()
    const { id } = await onlyDelivery()
    await deliver(failing(down({ isCertain: false })), { delivery: id })
    expect(await onlyDelivery()).toMatchObject({ status: 'WAITING', tries: 1 })
  })

  test('stores no code', async () => {
    await site.as().account.login({ phone: '09121230002' })
    const stored = JSON.stringify([await deliveries(), await db.selectFrom('notification').selectAll().execute()])
    await site.drain()
    const code = site.messages.at(-1)?.code
    expect(code).toMatch(/^\d{6}$/)
    expect(stored).not.toContain(code)
  })
})

describe('chat messages to somebody who is away', () => {
  const said = (text: string) =>
    db
      .transaction()
      .execute((tx) =>
        notify(site.deps, tx, { kind: 'chatMessage', account: sara.id, room: 'R1', from: 'پشتیبانی', text }),
      )

  test('are announced once in ten minutes, also when they contain braces', async () => {
    for (let count = 0; count < 5; count += 1) await said(`{سلام} <b>${count}</b>`)
    await site.drain()
    expect(site.messages).toHaveLength(1)
    expect(site.messages[0]?.text).toContain('{سلام} <b>0</b>')
    site.clock.advance(11)
    await said('هنوز هستید؟')
    await site.drain()
    expect(site.messages).toHaveLength(2)
  })
})

describe('a text that an operator edited', () => {
  const edit = (text: string) =>
    db
      .insertInto('notice_text')
      .values({ key: 'ticketAnswered.body', language: 'fa', text, edited_at: site.deps.now() })
      .execute()

  test('is sent instead of the shipped one', async () => {
    await edit('پاسخی برای «{subject}» دارید.')
    await answered()
    await site.drain()
    expect(site.messages[0]?.text).toContain('پاسخی برای «بیمه» دارید.')
  })

  test.each(['{subject', '{nobody} has this', '{subject, plural, one {x}}'])(
    'that is broken (%s) stops no message, because the shipped one is sent',
    async (broken) => {
      const alert = vi.fn()
      await edit(broken)
      await answered({ ...site.deps, alert })
      await site.drain()
      expect(site.messages[0]?.text).toContain('به تیکت «بیمه» پاسخ داده شد.')
      expect(alert).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ key: 'ticketAnswered.body' }))
    },
  )
})

test('a person without an account is reached by the reservation’s contact, and the reservation knows when that failed', async () => {
  const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, phone: '09129998877' })
  await site.drain()
  expect(site.messages).toMatchObject([{ channel: 'sms', to: '+989129998877' }])
  expect(site.messages[0]?.text).toContain(`/voucher/${id}`)
})
