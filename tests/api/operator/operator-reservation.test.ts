import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { BY_HAND, DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)
const operator = (phone: string, operatorRole: 'MONEY' | 'CONTENT' | 'SUPPORT') =>
  signedIn(site, { phone, role: 'ADMIN', operatorRole })
const money = await operator('+989120000301', 'MONEY')
const support = await operator('+989120000302', 'SUPPORT')
const content = await operator('+989120000303', 'CONTENT')

const reason = 'The company has gone out of business'
const CANCEL = 'POST /admin/reservations/{id}/cancel/'
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code

beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  await db.deleteFrom('message_count').execute()
})
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let count = 0
/** A paid reservation by a new person, by default for three days in December. */
async function booked(ad = 101, change: object = {}) {
  count += 1
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: ad, phone: phoneOf(count), ...change })
  await payAtBank(site, bank, id)
  return id
}
const read = (id: string, by = admin) => by.calls.operator.reservations.read({ id })

describe('the page of a reservation', () => {
  test('has money, messages, conversations, records, documents and the log in one line of time', async () => {
    const id = await booked(102, { phone: owner.phone })
    await site.drain()
    const { room } = await agency.calls.chat.createReserve({ reservation: id })
    await agency.calls.chat.newMessage({ id: room.id, message: 'When do you land?' })
    await agency.calls.company.reservations.addNote({ id, body: 'Wants a child seat' })
    site.clock.set('2026-12-01T06:00:00Z')
    await agency.calls.company.reservations.handOver({ id })
    site.clock.set('2026-12-04T06:00:00Z')
    await agency.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' })
    const one = await read(id)
    expect(one).toMatchObject({
      status: 'COMPLETED',
      fullname: DRIVER.fullname,
      account: owner.id,
      actions: [],
      cancel: null,
      commission: { is_booked: true },
      conversations: [{ id: room.id, kind: 'CHAT' }],
    })
    expect(one.paid).toBeGreaterThan(0)
    expect(one.timeline.map(({ at }) => at)).toEqual(one.timeline.map(({ at }) => at).sort())
    const of = (what: string) => one.timeline.filter((entry) => entry.what === what)
    expect(of('STATUS').map((entry) => 'status' in entry && entry.status)).toEqual([
      ...['AWAITING_PAYMENT', 'CONFIRMED', 'ACTIVE', 'COMPLETED'],
    ])
    expect(of('PAYMENT')).toMatchObject([{ status: 'PAID', amount: one.paid }])
    expect(of('MOVEMENT')).toMatchObject([{ kind: 'PAYMENT' }, { kind: 'COMMISSION' }])
    for (const movement of of('MOVEMENT')) {
      const sum = 'entries' in movement ? movement.entries.reduce((total, { amount }) => total + amount, 0) : 1
      expect(sum).toBe(0)
    }
    expect(of('TALK')).toMatchObject([{ sender: 'AGENT', body: 'When do you land?', conversation: room.id }])
    expect(of('NOTE')).toMatchObject([{ body: 'Wants a child seat' }])
    const messages = of('MESSAGE')
    expect(messages.map((message) => 'to' in message && message.to)).toContain('COMPANY')
    expect(JSON.stringify(messages)).not.toContain(owner.phone)
    expect(of('LOG').map((entry) => 'call' in entry && entry.call)).toContain('POST /desk/reservations/{id}/hand_over/')
  })

  test('is there for operators of money and support alone, each with their own part', async () => {
    const id = await booked(103)
    const { room } = await agency.calls.chat.createReserve({ reservation: id })
    await agency.calls.chat.newMessage({ id: room.id, message: 'Hello' })
    for (const person of [owner, other, agency, elsewhere, content]) {
      expect(await codeOf(person.calls.operator.reservations.read({ id }))).toBe('NOT_FOUND')
    }
    expect(await codeOf(visitor.operator.reservations.read({ id }))).toBe('INVALID_TOKEN')
    const another = id.slice(0, -1) + (id.endsWith('A') ? 'B' : 'A')
    expect(await codeOf(read(another))).toBe('NOT_FOUND')
    const whats = async (by: typeof admin) => new Set((await read(id, by)).timeline.map(({ what }) => what))
    const [all, ofMoney, ofSupport] = [await whats(admin), await whats(money), await whats(support)]
    expect([all.has('TALK'), ofMoney.has('TALK'), ofSupport.has('TALK')]).toEqual([true, false, true])
    expect([ofMoney.has('LOG'), ofSupport.has('LOG')]).toEqual([false, false])
    expect((await read(id, money)).actions).toEqual([])
    expect((await read(id, money)).conversations).toEqual([])
    expect((await read(id, support)).actions).toEqual(['move', 'send-again', 'cancel'])
  })
})

describe('a cancellation by an operator', () => {
  /** Paid, and cancelled between the two deadlines, when half goes back by the terms. */
  async function cancelledAt(cost: 'COMPANY' | 'CUSTOMER', ad: number) {
    const id = await booked(ad)
    site.clock.set('2026-11-30T01:30:00Z')
    const { cancel, paid } = await read(id)
    await site.drain()
    site.messages.length = 0
    const before = await balances(db)
    const answer = await admin.calls.operator.reservations.cancel({ id, cost, reason })
    await site.drain()
    return { id, cancel, paid, before, answer }
  }

  test('at the company’s cost gives all back, and the company earns nothing', async () => {
    const { id, cancel, paid, answer } = await cancelledAt('COMPANY', 104)
    expect(cancel).toEqual({ COMPANY: paid, CUSTOMER: paid / 2 })
    expect(answer).toMatchObject({ status: 'CANCELLED', refund: paid })
    const [last] = (await read(id)).timeline.filter(({ what }) => what === 'STATUS').slice(-1)
    expect(last).toMatchObject({ status: 'CANCELLED', actor: 'OPERATOR', reason })
    expect((await read(id)).refundable).toBe(0)
    // Sent again it answers the same, and nobody hears of it twice.
    const count = site.messages.length
    expect(await admin.calls.operator.reservations.cancel({ id, cost: 'COMPANY', reason })).toMatchObject({
      refund: paid,
    })
    await site.drain()
    expect(site.messages).toHaveLength(count)
  })

  test('at the customer’s cost gives back what the terms give, and the company keeps the rest less commission', async () => {
    const { paid, answer, before } = await cancelledAt('CUSTOMER', 105)
    expect(answer).toMatchObject({ status: 'CANCELLED', refund: paid / 2 })
    const after = await balances(db)
    const gained = (account: string) => (after[account] ?? 0) - (before[account] ?? 0)
    expect(gained(`COMPANY ${TOMAN.company}`) + gained('COMMISSION marketplace')).toBe(paid / 2)
    expect(gained('COMMISSION marketplace')).toBeGreaterThan(0)
    // It is the customer’s cancellation: no message says that the company cancelled.
    expect(site.messages.map(({ text }) => text).join()).not.toContain('شرکت رزرو')
  })

  test('is not possible once the rental has begun, nor for others than operators of the support', async () => {
    const id = await booked(106)
    for (const person of [owner, other, agency, elsewhere, money, content]) {
      expect(await codeOf(person.calls.operator.reservations.cancel({ id, cost: 'COMPANY', reason }))).toBe('NOT_FOUND')
    }
    expect(
      (await refusal(support.calls.operator.reservations.cancel({ id, cost: 'COMPANY', reason: 'x' }))).data,
    ).toMatchObject({ fields: { reason: ['required'] } })
    site.clock.set('2026-12-01T06:00:00Z')
    await agency.calls.company.reservations.handOver({ id })
    expect((await read(id)).cancel).toBeNull()
    expect(await codeOf(support.calls.operator.reservations.cancel({ id, cost: 'CUSTOMER', reason }))).toBe(
      'NOT_CANCELLABLE',
    )
  })

  test('is in the log with its reason', async () => {
    const { id } = await cancelledAt('COMPANY', 107)
    const { results } = await admin.calls.operator.audit.list({ subject: 'reservation', key: id })
    expect(results[0]).toMatchObject({ call: CANCEL, reason })
    expect((await read(id)).timeline.filter(({ what }) => what === 'LOG')).toContainEqual(
      expect.objectContaining({ call: CANCEL, reason }),
    )
  })
})

describe('other actions of operators', () => {
  test('a message with the voucher’s address is sent once more, as long as there is something to come', async () => {
    const id = await booked(108)
    await site.drain()
    site.messages.length = 0
    expect(await support.calls.operator.reservations.sendAgain({ id, reason: 'Lost the phone' })).toEqual({
      id,
      sent: true,
    })
    await site.drain()
    expect(site.messages.some(({ text }) => text.includes(`/voucher/${id}`))).toBe(true)
    await support.calls.operator.reservations.cancel({ id, cost: 'COMPANY', reason })
    expect(await codeOf(support.calls.operator.reservations.sendAgain({ id, reason: 'Lost the phone' }))).toBe(
      'STATUS_CONFLICT',
    )
  })

  test('what a company would answer, an operator answers for it with a reason that the log keeps', async () => {
    const id = await booked(BY_HAND.ad)
    expect((await read(id)).actions).toEqual(['confirm', 'reject', 'move', 'send-again', 'cancel'])
    await support.calls.company.reservations.changeReserve({ id, action: 'confirm', reason: 'Agreed by phone' })
    expect((await read(id)).actions).toEqual(['move', 'send-again', 'cancel'])
    const { results } = await admin.calls.operator.audit.list({ subject: 'reservation', key: id })
    expect(results[0]).toMatchObject({ reason: 'Agreed by phone', action: 'UPDATE' })
    await support.calls.company.reservations.moveToVehicle({ id, ad: 202, former: BY_HAND.ad, reason: 'Broke down' })
    const moved = (await read(id)).timeline.findLast(({ what }) => what === 'STATUS')
    expect(moved).toMatchObject({ reason: 'Broke down', actor: 'OPERATOR', moved: { from: '201', to: '202' } })
  })
})
