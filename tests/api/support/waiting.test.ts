import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { codeTo } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db, bot: { pauseMs: 1 } })
await loadFleet(db)
const operators = { role: 'ADMIN', operatorRole: 'ALL' } as const
const all = await signedIn(site, { phone: '+989120000300', ...operators })
const support = await signedIn(site, { phone: '+989120000301', ...operators, operatorRole: 'SUPPORT' })
const money = await signedIn(site, { phone: '+989120000302', ...operators, operatorRole: 'MONEY' })
const content = await signedIn(site, { phone: '+989120000303', ...operators, operatorRole: 'CONTENT' })
const staff = { role: 'AGENT', company: TOMAN.company } as const
const owner = await signedIn(site, { phone: '+989120000100', ...staff })
const desk = await signedIn(site, { phone: '+989120000101', ...staff, staffRole: 'DESK' })
await signedIn(site, { phone: '+989120000102', ...staff, staffRole: 'DRIVER' })
let people = 0
let customer: Awaited<ReturnType<typeof signedIn>>
let room: string

beforeEach(async () => {
  for (const table of ['conversation', 'notification', 'message_count', 'waiting_notice', 'rate_count'] as const)
    await db.deleteFrom(table).execute()
  people += 1
  customer = await signedIn(site, { phone: `+98912200${1000 + people}` })
  room = (await customer.calls.chat.createSale({})).room.id
  site.messages.length = 0
})
afterEach(() => expect(site.reported).toEqual([]))

const say = async (message: string) => {
  await customer.calls.chat.newMessage({ id: room, message })
  await site.drain()
}
const isWaiting = async (id = room) =>
  (await support.calls.operator.inbox.list({ show: 'waiting' })).results.some((one) => one.id === id)
const openTicket = async (subject = 'Refund') =>
  (await customer.calls.support.createTicket({ department: 'FINANCIAL', subject, message: '?' })).id

/** The milliseconds of the fastest of several runs. */
async function fastest(runs: number, work: () => Promise<void>) {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    await work()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

/** The phones of those who are notified of what waits, after so many minutes and a run of the sweep. */
async function notifiedAfter(minutes: number) {
  site.clock.advance(minutes)
  site.messages.length = 0
  await Promise.all([site.sweep(), site.sweep()])
  const notified = await db
    .selectFrom('notification')
    .innerJoin('account', 'account.id', 'notification.account_id')
    .select('account.phone')
    .where('kind', 'in', ['inboxWaiting', 'customersWaiting'])
    .where('notification.created_at', '=', site.clock.now())
    .orderBy('account.phone')
    .execute()
  return notified.map(({ phone }) => phone)
}

describe('a customer of the chat', () => {
  test('who asks for a person waits until one has answered, whatever the bot says', async () => {
    for (const message of ['I want a human', 'می‌خواهم با یک نفر صحبت کنم', 'أريد موظفًا', 'Bir temsilci lütfen']) {
      await say(message)
      expect(await isWaiting()).toBe(true)
      await say('hello? what are your hours?')
      await say('سلام')
      expect((await customer.calls.chat.messages({ id: room })).messages.at(-1)?.sender_detail.is_bot).toBe(true)
      expect(await isWaiting()).toBe(true)
      await support.calls.chat.newMessage({ id: room, message: 'Here I am.' })
      expect(await isWaiting()).toBe(false)
      site.clock.advance(20)
    }
  })

  test('who asks what the bot does not know waits, too; who is answered by it does not', async () => {
    await say('How much is the deposit?')
    expect(await isWaiting()).toBe(false)
    await say('My suitcase is still in the boot')
    expect(await isWaiting()).toBe(true)
    const { waiting_since } = await support.calls.operator.inbox.read({ id: room })
    site.clock.advance(5)
    await say('How much is the deposit?')
    expect((await support.calls.operator.inbox.read({ id: room })).waiting_since).toBe(waiting_since)
  })

  test('whose operator is removed waits in the queue of all again, and the others hear of it', async () => {
    await say('I want a human')
    await support.calls.operator.inbox.assign({ id: room, assignee: support.id, seen: null })
    const unassigned = async () =>
      (await all.calls.operator.inbox.list({ show: 'unassigned' })).results.map(({ id }) => id)
    expect(await unassigned()).toEqual([])
    expect(await notifiedAfter(2)).toEqual([support.phone])
    const removed = await signedIn(site, { phone: `+98912300${1000 + people}`, ...operators, operatorRole: 'SUPPORT' })
    await all.calls.operator.inbox.assign({ id: room, assignee: removed.id, seen: support.id })
    expect(await notifiedAfter(2)).toEqual([removed.phone])
    await all.calls.operator.operators.remove({ id: removed.id, reason: 'Left' })
    // Nobody else may do everything: any colleague approves it.
    const [request] = (await money.calls.operator.approvals.list({})).results
    await money.calls.operator.approvals.decide({ id: request?.id ?? 0, approved: true })
    expect(await unassigned()).toEqual([room])
    expect(await notifiedAfter(31)).toEqual([all.phone, support.phone])
  })

  test.each(['gets other work', 'deletes the account'] as const)(
    'whose operator %s waits in the queue of all again, with chat and ticket, and the others hear of it',
    async (way) => {
      const leaving = await signedIn(site, {
        phone: `+98912300${1000 + people}`,
        ...operators,
        operatorRole: 'SUPPORT',
      })
      await say('I want a human')
      const held = [room, await openTicket()]
      for (const id of held) await all.calls.operator.inbox.assign({ id, assignee: leaving.id, seen: null })
      expect(await notifiedAfter(2)).toEqual([leaving.phone])
      // The others hear of something else long after these were assigned.
      await openTicket('Other')
      await notifiedAfter(31)
      if (way === 'deletes the account') {
        await leaving.calls.account.deleteAccount({})
        await site.drain()
        await leaving.calls.account.deleteAccount({ token: codeTo(site, leaving.phone) })
      } else {
        await all.calls.operator.operators.change({ id: leaving.id, role: 'CONTENT', reason: 'New work' })
        const [request] = (await money.calls.operator.approvals.list({})).results
        await money.calls.operator.approvals.decide({ id: request?.id ?? 0, approved: true })
      }
      const { results } = await all.calls.operator.inbox.list({ show: 'unassigned' })
      expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining(held))
      expect(await notifiedAfter(31)).toEqual([all.phone, support.phone])
      // Whoever has left is no choice any more.
      expect(
        (await refusal(all.calls.operator.inbox.assign({ id: room, assignee: leaving.id, seen: null }))).data,
      ).toMatchObject({ fields: { assignee: ['invalid'] } })
    },
  )

  test('cannot lose their operator by a ban, which an operator never gets', async () => {
    await say('I want a human')
    await all.calls.operator.inbox.assign({ id: room, assignee: support.id, seen: null })
    const banned = all.calls.operator.people.ban({ id: support.id, banned: true, reason: 'Left' })
    expect((await refusal(banned)).data).toMatchObject({ fields: { '': ['operator_stays'] } })
    expect((await all.calls.operator.inbox.read({ id: room })).assignee?.id).toBe(support.id)
  })
})

describe('operators who answer', () => {
  test('hear of tickets and messages that nobody has read, by their role, and nobody else does', async () => {
    await openTicket()
    expect(await notifiedAfter(0.5)).toEqual([])
    expect(await notifiedAfter(1)).toEqual([all.phone, support.phone])
    expect(site.messages.map(({ to }) => to)).not.toContain(money.phone)
    expect(site.messages.map(({ to }) => to)).not.toContain(content.phone)
  })

  test('hear of many as of one, at most every half hour, with their number', async () => {
    await openTicket()
    await notifiedAfter(2)
    for (const subject of ['Second', 'Third', 'Fourth']) {
      await openTicket(subject)
      expect(await notifiedAfter(5)).toEqual([])
    }
    expect(await notifiedAfter(16)).toEqual([all.phone, support.phone])
    expect(site.messages[0]).toMatchObject({ text: expect.stringContaining('۴') })
    expect(await notifiedAfter(60)).toEqual([])
  })

  test('hear nothing of what was read or answered in time, nor of what is assigned to somebody else', async () => {
    const id = await openTicket()
    await support.calls.support.readTicket({ id })
    expect(await notifiedAfter(2)).toEqual([])
    await say('I want a human')
    await support.calls.chat.newMessage({ id: room, message: 'Yes?' })
    expect(await notifiedAfter(2)).toEqual([])
    const other = await openTicket('Other')
    await all.calls.operator.inbox.assign({ id: other, assignee: support.id, seen: null })
    expect(await notifiedAfter(2)).toEqual([support.phone])
  })
})

test('an inbox with 10,000 open conversations has each of them on one page, the longest wait first', async () => {
  await sql`with asked as (
      insert into conversation (id, kind, department, account_id, subject, status, number, last_seq, created_at, updated_at, waiting_since, queued_at)
      select 'many-' || lpad(n::text, 20, '0'), 'TICKET', 'SALES', ${customer.id}, 'Question ' || n, 'OPEN',
        nextval('ticket_number'), 1, at, at, at, at
      from generate_series(1, 10000) as n, lateral (select ${site.clock.now()}::timestamptz - make_interval(mins => n) as at) as asked
      returning id, created_at)
    insert into conversation_message (conversation_id, seq, client_id, sender, account_id, body, created_at)
    select id, 1, 'c', 'CLIENT', ${customer.id}, 'Is it free?', created_at from asked`.execute(db)
  const { inbox } = support.calls.operator
  const { count, counts } = await inbox.list({ show: 'all' })
  expect([count, counts.waiting, counts.unassigned]).toEqual([10_000, 10_000, 10_000])
  const pages = await Promise.all([1, 2, 200, 399, 400].map((page) => inbox.list({ page, size: 25 })))
  const ids = pages.flatMap(({ results }) => results.map(({ id }) => id))
  expect(new Set(ids).size).toBe(125)
  expect(ids[0]).toContain('10000')
  expect(ids.at(-1)).toMatch(/many-0+1$/)
  expect((await inbox.list({ show: 'all', order: 'latest', page: 400, size: 25 })).results).toHaveLength(25)
  expect((await inbox.list({ page: 401, size: 25 })).results.map(({ id }) => id)).toEqual(
    pages.at(-1)?.results.map(({ id }) => id),
  )
  const took = await fastest(5, async () => {
    await inbox.list({ size: 25 })
    await inbox.list({ show: 'all', order: 'latest', page: 200, size: 25 })
  })
  // Two pages; generous, because other tests run beside this one.
  expect(took).toBeLessThan(1000)
  expect(await notifiedAfter(1)).toEqual([all.phone, support.phone])
})

describe('a company’s people', () => {
  const booked = async () => {
    const phone = customer.phone
    const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, phone, id: 100 + people })
    await db.updateTable('reservation').set({ status: 'CONFIRMED', hold_until: null }).where('id', '=', id).execute()
    const { room: about } = await customer.calls.chat.createReserve({ reservation: id })
    await site.drain()
    return about.id
  }

  test('hear of their customers’ messages, as each of them chose; operators and drivers do not', async () => {
    const id = await booked()
    await customer.calls.chat.newMessage({ id, message: 'Where is your office?' })
    expect(await notifiedAfter(2)).toEqual([owner.phone, desk.phone])
    await customer.calls.chat.newMessage({ id, message: 'Hello?' })
    expect(await notifiedAfter(5)).toEqual([])
    await desk.calls.chat.newMessage({ id, message: 'At the airport.' })
    await desk.calls.company.staff.setNotices({ id: desk.id, choices: { messages: [] } })
    await customer.calls.chat.newMessage({ id, message: 'Thank you! And when?' })
    await notifiedAfter(30)
    expect(site.messages.map(({ to }) => to)).toEqual([owner.phone])
  })

  test('hear nothing of what one of them has read', async () => {
    const id = await booked()
    await customer.calls.chat.newMessage({ id, message: 'Where is your office?' })
    await desk.calls.chat.markRead({ id })
    expect(await notifiedAfter(2)).toEqual([])
  })
})
