import { array, assert, asyncProperty, constant, constantFrom, nat, oneof, record } from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobHandlers } from '#app/api/work/background.ts'
import type { Gateway } from '#app/providers/gateways/gateway.ts'
import { banksAt, testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { ABROAD, BY_HAND, DRIVER, loadFleet, phoneOf, RENTAL } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
/** The next death of the process: before or after a call to the bank has taken effect. */
let crashes: { call: 'start' | 'verify' | 'reverse' | 'inquire'; when: 'before' | 'after' } | undefined
const banks = banksAt(bank.origin, { now: () => site.clock.now() }, true)
const site = await testApi({
  db,
  bank: bank.origin,
  gateways: { saman: mortal(banks.saman), yekpay: mortal(banks.yekpay) },
})

/** A gateway whose caller dies at the chosen call, so that nothing after it happens. */
function mortal(gateway: Gateway): Gateway {
  const dying =
    <Input, Answer>(call: NonNullable<typeof crashes>['call'], ask: (input: Input) => Promise<Answer>) =>
    async (input: Input) => {
      const dies = crashes?.call === call ? crashes.when : undefined
      if (dies) crashes = undefined
      if (dies === 'before') throw new Error('the process died')
      const answer = await ask(input)
      if (dies === 'after') throw new Error('the process died')
      return answer
    }
  return {
    ...gateway,
    start: dying('start', gateway.start),
    verify: dying('verify', gateway.verify),
    ...(gateway.reverse && { reverse: dying('reverse', gateway.reverse) }),
    ...(gateway.inquire && { inquire: dying('inquire', gateway.inquire) }),
  }
}

const { payments, reservations } = site.as()
const en = site.as({ language: 'en' })

beforeAll(() => loadFleet(db))
beforeEach(() => {
  site.clock.set('2026-11-23T05:30:00Z')
  crashes = undefined
  bank.behave()
})
afterEach(async () => {
  expect(await wrongInBooks(db)).toEqual([])
})

let people = 0
let run = 0
async function book(change: Partial<Parameters<typeof reservations.reserve>[0]> = {}) {
  people += 1
  const day = (after: number) => new Date(Date.UTC(2026, 11, after + people * 5)).toISOString().slice(0, 10)
  const form = { ...RENTAL, ...DRIVER, start_date: day(1), end_date: day(4), phone: phoneOf(people), ...change }
  return reservations.reserve(form)
}
const settle = (payment: string, answer?: Record<string, string>) => payments.clientVerify({ ref_id: payment, answer })
const statusOf = async (id: string) => (await reservations.status({ id })).status

describe('a process that dies', () => {
  test.each(['before', 'after'] as const)('%s verifying is completed by the next sweep', async (when) => {
    const { id } = await book()
    const payment = await payments.payOnline({ transaction_id: id })
    const answer = await bank.press(payment.url ?? '', 'pay')
    crashes = { call: 'verify', when }
    await expect(settle(payment.payment_id, answer)).rejects.toThrow()
    expect(await statusOf(id)).toBe('AWAITING_PAYMENT')
    site.clock.advance(2)
    await site.sweep()
    expect(await statusOf(id)).toBe('CONFIRMED')
    expect(await settle(payment.payment_id, answer)).toMatchObject({ status: 'PAID' })
  })

  test.each(['before', 'after'] as const)('%s verifying in euro is completed, too', async (when) => {
    const { id } = await en.reservations.reserve({
      ...RENTAL,
      ...DRIVER,
      ...ABROAD,
      id: 110,
      phone: phoneOf(when === 'before' ? 501 : 502),
      start_date: when === 'before' ? '2027-05-01' : '2027-05-10',
      end_date: when === 'before' ? '2027-05-04' : '2027-05-14',
    })
    const payment = await en.payments.payOnline({ transaction_id: id })
    const answer = await bank.press(payment.url ?? '', 'pay')
    crashes = { call: 'verify', when }
    await expect(settle(payment.payment_id, answer)).rejects.toThrow()
    site.clock.advance(2)
    await site.sweep()
    expect(await statusOf(id)).toBe('CONFIRMED')
  })

  test.each(['before', 'after'] as const)('%s refunding is completed', async (when) => {
    const { id } = await book()
    const payment = await payments.payOnline({ transaction_id: id })
    const answer = await bank.press(payment.url ?? '', 'pay')
    await reservations.cancel({ id })
    crashes = { call: 'reverse', when }
    await expect(settle(payment.payment_id, answer)).rejects.toThrow()
    site.clock.advance(2)
    await site.sweep()
    expect(await settle(payment.payment_id)).toMatchObject({ status: 'REVERSED', settled_as: 'REVERSED' })
    expect(bank.sales().at(-1)?.state).toBe('reversed')
  })

  test.each(['before', 'after'] as const)('%s requesting a token does not prevent paying', async (when) => {
    const { id } = await book()
    crashes = { call: 'start', when }
    await expect(payments.payOnline({ transaction_id: id })).rejects.toThrow()
    site.clock.advance(1)
    const again = await payments.payOnline({ transaction_id: id })
    await settle(again.payment_id, await bank.press(again.url ?? '', 'pay'))
    expect(await statusOf(id)).toBe('CONFIRMED')
  })
})

describe('the sweep', () => {
  test('finds a payment whose customer never came back, within two minutes', async () => {
    const { id } = await book()
    const payment = await payments.payOnline({ transaction_id: id })
    await bank.press(payment.url ?? '', 'pay_never_return').catch(() => undefined)
    site.clock.advance(1)
    await site.sweep()
    expect(await statusOf(id)).toBe('CONFIRMED')
  })

  test('closes a payment that the bank has long forgotten', async () => {
    const { id } = await book()
    const { payment_id } = await payments.payOnline({ transaction_id: id })
    site.clock.advance(20)
    await site.sweep()
    expect(await settle(payment_id)).toMatchObject({ status: 'REDIRECTED' })
    expect(await statusOf(id)).toBe('EXPIRED')
    site.clock.advance(24 * 60)
    await site.sweep()
    expect(await settle(payment_id)).toMatchObject({ status: 'EXPIRED', reason: 'payment_failed' })
  })

  test('does each thing once when several processes run it at the same time', async () => {
    const { id } = await book({ id: BY_HAND.ad })
    const payment = await payments.payOnline({ transaction_id: id })
    await settle(payment.payment_id, await bank.press(payment.url ?? '', 'pay'))
    site.clock.advance(12 * 60)
    site.messages.length = 0
    await site.drain()
    await Promise.all(Array.from({ length: 5 }, () => jobHandlers(site.deps).sweep({})))
    await site.drain()
    expect(site.messages.filter(({ text }) => text.includes('تأیید نکرد'))).toHaveLength(1)
    const events = await db
      .selectFrom('reservation_event')
      .select('status')
      .where('reservation_id', '=', id)
      .orderBy('id')
      .execute()
    expect(events.map(({ status }) => status)).toEqual(['AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'REJECTED'])
  })
})

const AGENCY_ACTIONS = [
  'go on',
  'pay at the bank',
  'cancel at the bank',
  'come back',
  'come back twice',
  'cancel',
  'wait',
  'wait long',
  'sweep',
  'die at verify',
] as const
type CustomerAction = (typeof AGENCY_ACTIONS)[number]

test('the books stay consistent, whatever people, banks and time do in any order', async () => {
  const action = record({
    who: nat(3),
    // Mostly people take the next step of a booking.
    action: oneof(
      { weight: 3, arbitrary: constant<CustomerAction>('go on') },
      { weight: 2, arbitrary: constantFrom(...AGENCY_ACTIONS) },
    ),
  })
  await assert(
    asyncProperty(array(action, { minLength: 20, maxLength: 60 }), async (actions) => {
      // Two vehicles that four people want for the same days, one of a company that confirms at once and one by hand.
      run += 1
      site.clock.set('2026-11-23T05:30:00Z')
      crashes = undefined
      const pair = run % 5
      const week = Math.floor(run / 5) * 7
      const day = (after: number) => new Date(Date.UTC(2026, 11, 1 + week + after)).toISOString().slice(0, 10)
      const dates = { start_date: day(0), end_date: day(3) }
      const lives = Array.from({ length: 4 }, (_, index): Life => {
        const id = index % 2 ? 111 + pair : 201 + pair
        const form = { ...RENTAL, ...DRIVER, ...dates, id, phone: phoneOf(10_000 + run * 10 + index) }
        return { form, reservation: '', payment: '', url: '', answer: {}, isBack: false }
      })
      for (const { who, action } of actions) {
        const life = lives[who]
        if (life) await takeStep(life, action)
      }
      crashes = undefined
      site.clock.advance(24 * 60)
      await site.sweep()
      await site.sweep()
      // A payment left by a dead process and checked after the bank's own time needs a person; nothing else stays open.
      expect(await wrongInBooks(db)).toEqual([])
      const ids = lives.map(({ reservation }) => reservation).filter(Boolean)
      if (ids.length === 0) return
      const open = await db
        .selectFrom('payment')
        .selectAll()
        .where('reservation_id', 'in', ids)
        .where('status', 'in', ['CREATED', 'REDIRECTED', 'VERIFYING'])
        .execute()
      expect(open).toEqual([])
      for (const { reservation } of lives)
        if (reservation) await reservations.cancel({ id: reservation }).catch(declared)
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 120_000)

type Life = {
  form: Parameters<typeof reservations.reserve>[0]
  reservation: string
  payment: string
  url: string
  answer: Record<string, string>
  isBack: boolean
}

async function takeStep(life: Life, action: CustomerAction) {
  if (action === 'go on') await goOn(life)
  if (action === 'pay at the bank') await visitBank(life, 'pay')
  if (action === 'cancel at the bank') await visitBank(life, 'cancel')
  if (action === 'come back') await comeBack(life)
  if (action === 'come back twice') await Promise.all([comeBack(life), comeBack(life)])
  if (action === 'cancel' && life.reservation) await reservations.cancel({ id: life.reservation }).catch(declared)
  if (action === 'wait') site.clock.advance(7)
  if (action === 'wait long') site.clock.advance(45)
  if (action === 'sweep') await site.sweep().catch(() => site.clock.advance(1))
  if (action === 'die at verify') crashes = { call: 'verify', when: 'after' }
}

/** Reserve, start to pay, pay, come back; then the same again. */
async function goOn(life: Life) {
  if (!life.reservation || life.isBack) {
    const reserved = await reservations.reserve(life.form).catch(declared)
    if (reserved) Object.assign(life, { reservation: reserved.id, payment: '', url: '', answer: {}, isBack: false })
  } else if (!life.payment) {
    const started = await payments.payOnline({ transaction_id: life.reservation }).catch(declared)
    if (started) Object.assign(life, { payment: started.payment_id, url: started.url ?? '' })
  } else if (Object.keys(life.answer).length === 0) await visitBank(life, 'pay')
  else await comeBack(life)
}

async function visitBank(life: Life, action: 'pay' | 'cancel') {
  if (life.url) life.answer = await bank.press(life.url, action).catch(() => ({}))
}

async function comeBack(life: Life) {
  if (life.payment) await settle(life.payment, life.answer).catch(comeBackLater)
  life.isBack = true
}

/** Expects a declared error, and advances the clock after one of an unfinished call, so that a dead process's work can be taken over. */
function comeBackLater(error: { code?: string }) {
  declared(error)
  if (error.code === 'INTERNAL_SERVER_ERROR') site.clock.advance(1)
}

/** Expects a declared error, and that nothing but simulated deaths was reported. */
function declared(error: { code?: string }): undefined {
  const died = site.reported.filter((one) => !(one instanceof Error && one.message === 'the process died'))
  expect(died).toEqual([])
  expect(error.code).toMatch(/^[A-Z_]+$/)
}
