import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { returnWaitingToCards } from '#app/api/payments/give-back/card-return.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { codeTo } from '../../support/api/people.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

/** Random sequences of everything that can happen to a reservation's money, in any order and also at the same time. */

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, agency, admin } = await fiveIdentities(site)
const second = await signedIn(site, { phone: '+989120000301', role: 'ADMIN' })
const SHEBA = 'IR062960000000100324200001'
await db
  .insertInto('company_bank')
  .values({
    company_id: TOMAN.company,
    holder: 'Marjan Rent',
    iban: SHEBA,
    changed_at: site.clock.now(),
    holder_status: 'MATCHES',
  })
  .execute()

afterEach(() => expect(site.reported).toEqual([]))
/** Sends the pending deliveries one after the other. */
let delivered: Promise<unknown> = Promise.resolve()
/** The steps that were not refused. */
const done = new Set<Step>()

const BASE = '2026-11-23T05:30:00Z'
/**
 * The times of steps, in hours relative to the pick-up: while the bank can still reverse the payment; with a full,
 * half, and no refund; during the rental, and after it.
 */
const MOMENTS = { justPaid: -10_000, early: -100, late: -30, last: -2, begun: 1, noShow: 2, over: 80 } as const

const STEPS = [
  ...(['refund', 'refundCompany', 'refundRest', 'largeRefund', 'approve', 'refuse', 'correct'] as const),
  ...(['cancel', 'cancelToCard', 'cancelToWallet', 'cancelToAccount', 'bankAnswers'] as const),
  ...(['cancelForThem', 'longer', 'shorter', 'seat', 'noSeat', 'noShow', 'undo'] as const),
  ...(['handOver', 'takeBack', 'charge', 'payOut', 'payOutReturned'] as const),
]
type Step = (typeof STEPS)[number]
type Life = { id: string; waiting: number[] }

const PERFORM: Record<Step, (life: Life) => Promise<unknown>> = {
  refund: (life) => refund(life, { part: 0.3 }),
  refundCompany: (life) => refund(life, { part: 0.5, bearer: 'COMPANY' }),
  refundRest: (life) => refund(life, { part: 1 }),
  largeRefund: (life) => withApproval(1, () => refund(life, { part: 0.8 })),
  approve: (life) => decide(life, true),
  refuse: (life) => decide(life, false),
  correct: () =>
    admin.calls.operator.payments.correct({ id: owner.id, currency: 'IRT', amount: 500, reason: 'For the long wait' }),
  cancel: ({ id }) => visitor.reservations.cancel({ id }),
  cancelToCard: ({ id }) => visitor.reservations.cancel({ id, way: 'CARD' }),
  cancelToWallet: ({ id }) => visitor.reservations.cancel({ id, way: 'WALLET' }),
  cancelToAccount,
  bankAnswers: () => returnWaitingToCards(site.deps),
  cancelForThem: ({ id }) => agency.calls.reservations.cancel({ id, reason: 'The car broke down' }),
  longer: (life) => changeDays(life, 1),
  shorter: (life) => changeDays(life, -1),
  seat: (life) => change(life, { child_seat_count: 2 }),
  noSeat: (life) => change(life, { child_seat_count: 0 }),
  noShow: ({ id }) => agency.calls.company.reservations.changeReserve({ id, action: 'no_show' }),
  undo: ({ id }) => agency.calls.company.reservations.undo({ id }),
  handOver: ({ id }) => agency.calls.company.reservations.handOver({ id }),
  takeBack: ({ id }) => agency.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' }),
  charge,
  payOut: () => payOut('PAID'),
  payOutReturned: () => payOut('RETURNED'),
}

async function refund(
  { id, waiting }: Life,
  { part, bearer = 'MARKETPLACE' }: { part: number; bearer?: 'MARKETPLACE' | 'COMPANY' },
) {
  const payments = await db.selectFrom('payment').select('id').where('reservation_id', '=', id).execute()
  for (const payment of payments) {
    const { refundable } = await admin.calls.operator.payments.read({ id: payment.id })
    const amount = Math.floor(refundable * part)
    if (amount === 0) continue
    const made = await admin.calls.operator.payments.refund({
      id: payment.id,
      amount,
      bearer,
      reason: 'The car came late',
    })
    if (made.status === 'WAITING') waiting.push(made.id)
  }
}

/** Decides on the last waiting refund, or on a new one. */
async function decide(life: Life, approved: boolean) {
  if (life.waiting.length === 0) await PERFORM.largeRefund(life)
  return second.calls.operator.payments.decideCorrection({ id: life.waiting.at(-1) ?? 0, approved })
}

async function withApproval<T>(above: number, run: () => Promise<T>): Promise<T> {
  await db.updateTable('site_config').set({ approval_irt: above }).execute()
  try {
    return await run()
  } finally {
    await db.updateTable('site_config').set({ approval_irt: 900_000_000 }).execute()
  }
}

async function changeDays(life: Life, days: number) {
  const { end_date } = await visitor.reservations.voucher({ id: life.id })
  return change(life, { end_date: addDays(end_date, days) })
}

async function change({ id }: Life, wanted: object) {
  const { transaction_id } = await owner.calls.reservations.change({ id, ...wanted })
  if (transaction_id) await payAtBank(site, bank, transaction_id)
}

/** A late fee that the customer accepts and pays online; first returns the vehicle if it is out. */
async function charge({ id }: Life) {
  await agency.calls.company.reservations.handOver({ id }).catch(() => {})
  await agency.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' }).catch(() => {})
  const proposal = await agency.calls.company.protocols.chargeLate({ id, amount: 1000 } as never)
  await owner.calls.reservations.answerProposal({ id, proposal: proposal.id, answer: 'ACCEPT' })
  await payAtBank(site, bank, proposal.id)
}

/** With the code from the message; others may change the reservation before it is typed. */
async function cancelToAccount({ id }: Life) {
  const order = { id, holder: 'سارا محمدی', iban: SHEBA }
  await owner.calls.reservations.cancelToAccount(order)
  delivered = delivered.then(() => site.drain())
  await delivered
  return owner.calls.reservations.cancelToAccount({ ...order, token: codeTo(site, owner.phone) })
}

async function payOut(outcome: 'PAID' | 'RETURNED') {
  const { id } = await admin.calls.operator.payouts.make({ currency: 'IRT' })
  if (id !== null) await admin.calls.operator.payouts.settle({ id, outcome })
}

let count = 0
async function newLife(): Promise<Life> {
  site.clock.set(BASE)
  for (const table of ['message_count', 'rate_count', 'one_time_code'] as const) await db.deleteFrom(table).execute()
  await db.updateTable('site_config').set({ approval_irt: 900_000_000 }).execute()
  const week = Math.floor(count / 20) * 10
  const dates = { start_date: addDays(RENTAL.start_date, week), end_date: addDays(RENTAL.end_date, week) }
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...dates, id: 101 + (count % 20) })
  count += 1
  await payAtBank(site, bank, id)
  return { id, waiting: [] }
}

/** The sums of a reservation's movements by kind of account, without charges, corrections and payouts. */
async function sharesOf(id: string) {
  const rows = await db
    .selectFrom('ledger_transaction as posted')
    .innerJoin('ledger_entry as entry', 'entry.transaction_id', 'posted.id')
    .innerJoin('ledger_account as account', 'account.id', 'entry.account_id')
    .select(['account.kind', 'entry.amount', 'posted.kind as movement'])
    .where('posted.reservation_id', '=', id)
    .where('posted.kind', 'not in', ['CHARGE', 'DESK'])
    .execute()
  const sum = (kind: string) => rows.reduce((total, row) => (row.kind === kind ? total + row.amount : total), 0)
  // The gateway's refunds, done or pending; its receipts are the payments.
  const returned = sum('CARD_RETURN') + rows.reduce((total, row) => total + (isReturned(row) ? row.amount : 0), 0)
  return {
    wallet: sum('WALLET'),
    returned,
    company: sum('COMPANY'),
    marketplace: sum('COMMISSION'),
    prepaid: sum('PREPAYMENT'),
  }
}

const isReturned = ({ kind, movement }: { kind: string; movement: string }) =>
  kind === 'GATEWAY' && movement === 'CARD_RETURN'

const paidFor = async (id: string, as: 'RESERVATION' | 'CHARGE') => {
  const rows = await db
    .selectFrom('payment')
    .select(['amount', 'wallet_amount'])
    .where('reservation_id', '=', id)
    .where('settled_as', '=', as)
    .where('status', '=', 'PAID')
    .execute()
  return rows.reduce((sum, { amount, wallet_amount }) => sum + amount + wallet_amount, 0)
}

interface Moment {
  at: keyof typeof MOMENTS
  steps: Step[]
  isRace: boolean
}

/** Performs a sequence on a new reservation, checks the money throughout, and returns the last status. */
async function live(moments: Moment[]): Promise<string> {
  const life = await newLife()
  const { start_at } = await visitor.reservations.voucher({ id: life.id })
  const inOrder = moments.toSorted((one, other) => MOMENTS[one.at] - MOMENTS[other.at])
  for (const { at, steps, isRace } of inOrder) {
    const now = Math.max(site.clock.now().getTime(), Date.parse(start_at) + MOMENTS[at] * HOUR_MS)
    site.clock.set(new Date(now).toISOString())
    const perform = async (one: Step) => {
      const isDone = await PERFORM[one](life).then(
        () => true,
        () => false,
      )
      if (isDone) done.add(one)
    }
    if (isRace) await Promise.all(steps.map(perform))
    else for (const one of steps) await perform(one)
    expect(site.reported).toEqual([])
    expect(await wrongInBooks(db)).toEqual([])
  }
  const { status } = await visitor.reservations.status({ id: life.id })
  const [paid, charged] = [await paidFor(life.id, 'RESERVATION'), await paidFor(life.id, 'CHARGE')]
  const { wallet, returned, company, marketplace, prepaid } = await sharesOf(life.id)
  expect(wallet + returned).toBeLessThanOrEqual(paid)
  expect(wallet).toBeGreaterThanOrEqual(0)
  // Charges are booked to the prepayments first and moved on from there separately.
  expect(wallet + returned + company + marketplace + prepaid).toBe(paid + charged)
  if (['CANCELLED', 'COMPLETED'].includes(status)) expect(prepaid).toBe(charged)
  return status
}

const moment = fc.record({
  at: fc.constantFrom(...(Object.keys(MOMENTS) as (keyof typeof MOMENTS)[])),
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 6 }),
  /** Whether the steps run concurrently or one after the other. */
  isRace: fc.boolean(),
})

const alone = (at: keyof typeof MOMENTS, ...steps: Step[]) => ({ at, steps, isRace: false })
/** Most random sequences end in a cancellation; this one, always added, runs to the end. */
const TO_THE_END = [alone('begun', 'handOver'), alone('over', 'charge', 'refund')]
/** Together these perform every step, which random sequences and races may not. */
const EVERY_STEP = [
  [alone('begun', 'handOver'), alone('over', 'takeBack', 'payOut')],
  [alone('begun', 'handOver', 'undo'), alone('over', 'charge', 'payOutReturned')],
  [alone('noShow', 'noShow')],
  [alone('early', 'seat', 'noSeat', 'longer', 'shorter'), alone('late', 'cancel')],
  [alone('early', 'largeRefund', 'refuse', 'refund', 'correct'), alone('last', 'cancelForThem')],
  [alone('early', 'largeRefund', 'approve', 'refundCompany', 'refundRest')],
  [alone('justPaid', 'cancelToCard', 'bankAnswers')],
  [alone('early', 'cancelToWallet')],
  [alone('early', 'cancelToAccount')],
]

// The seeds of the runs; a failure also prints its path.
test.each([16_001, 16_002, 16_003])(
  'nobody gets more than was paid, the books balance, and all money has an owner (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const ended: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 2, maxLength: 8 }), async (moments) => {
        const status = await live(moments)
        ended[status] = (ended[status] ?? 0) + 1
      }),
      { seed, numRuns: 10, endOnFailure: true, examples: [[TO_THE_END]] },
    )
    // The sequences had different outcomes.
    expect(Object.keys(ended).length).toBeGreaterThan(1)
  },
)

test('every step of these sequences was performed', { timeout: 120_000 }, async () => {
  done.clear()
  for (const moments of EVERY_STEP) await live(moments)
  expect(STEPS.filter((one) => !done.has(one))).toEqual([])
})
