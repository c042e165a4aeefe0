import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { BY_HAND, loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db, singleOperator: false })
await loadFleet(db)
const admin = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })
const second = await signedIn(site, { phone: '+989120000301', role: 'ADMIN', operatorRole: 'MONEY' })
const LIMIT = 20_000_000

let customers = 0
const customer = () => {
  customers += 1
  return signedIn(site, { phone: `+98912555${String(customers).padStart(4, '0')}` })
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const correct = async (id: string, amount: number, by = admin) =>
  (await by.calls.operator.payments.correct({ id, currency: 'IRT', amount, reason: 'Goodwill' })).status

// Money that was moved before no longer counts.
beforeEach(() => site.clock.advance(24 * 60 + 1))
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

describe('corrections', () => {
  test('up to the limit pass once a day, whoever receives them; larger ones wait', async () => {
    const statuses = []
    for (let n = 0; n < 10; n++) statuses.push(await correct((await customer()).id, LIMIT))
    expect(statuses).toEqual(['DONE', ...Array(9).fill('WAITING')])
    // The day is the last 24 hours, not since midnight.
    site.clock.advance(24 * 60 - 1)
    expect(await correct((await customer()).id, LIMIT)).toBe('WAITING')
    site.clock.advance(1)
    expect(await correct((await customer()).id, LIMIT)).toBe('DONE')
  })

  test('at the same moment count each other', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, customer))
    const statuses = await Promise.all(people.map(({ id }) => correct(id, LIMIT)))
    expect(statuses.filter((status) => status === 'DONE')).toHaveLength(1)
  })

  test('to one receiver count together, whichever operator makes them', async () => {
    const { id } = await customer()
    expect(await correct(id, LIMIT - 1)).toBe('DONE')
    expect(await correct(id, 2, second)).toBe('WAITING')
    expect(await correct(id, 1, second)).toBe('DONE')
    expect(await correct((await customer()).id, LIMIT - 1, second)).toBe('DONE')
  })

  test('that take money count like those that give it', async () => {
    const { id } = await customer()
    expect(await correct(id, LIMIT / 2)).toBe('DONE')
    expect(await correct(id, -LIMIT / 2)).toBe('DONE')
    expect(await correct(id, 1)).toBe('WAITING')
  })

  test('that a second operator approved do not count, and their author can withdraw them', async () => {
    const { id } = await customer()
    const asked = await admin.calls.operator.payments.correct({
      id,
      currency: 'IRT',
      amount: LIMIT + 1,
      reason: 'Court order',
    })
    expect(await codeOf(admin.calls.operator.payments.decideCorrection({ id: asked.id, approved: true }))).toBe(
      'CORRECTION_DECIDED',
    )
    await second.calls.operator.payments.decideCorrection({ id: asked.id, approved: true })
    expect(await correct(id, LIMIT)).toBe('DONE')
    const other = await admin.calls.operator.payments.correct({ id, currency: 'IRT', amount: 1, reason: 'By mistake' })
    expect(await admin.calls.operator.payments.decideCorrection({ id: other.id, approved: false })).toMatchObject({
      status: 'REFUSED',
    })
    expect(await codeOf(second.calls.operator.payments.decideCorrection({ id: other.id, approved: true }))).toBe(
      'CORRECTION_DECIDED',
    )
  })

  test('cannot be approved by their author, even by writing to the database directly', async () => {
    const large = { id: (await customer()).id, currency: 'IRT', amount: LIMIT + 1, reason: 'Court order' } as const
    const { id } = await admin.calls.operator.payments.correct(large)
    const done = db.updateTable('wallet_correction').set({ status: 'DONE', decided_by: admin.id })
    await expect(done.set({ decided_at: site.clock.now() }).where('id', '=', id).execute()).rejects.toThrow(
      'wallet_correction_by_two',
    )
  })
})

describe('payouts', () => {
  let keys = 0
  async function earn(company: number, amount: number) {
    await db.transaction().execute((tx) =>
      post(tx, {
        ...{ key: `test ${keys++}`, kind: 'COMMISSION', currency: 'IRT', at: site.clock.now() },
        entries: [
          { kind: 'COMPANY', owner: company, amount },
          { kind: 'COMMISSION', owner: 'marketplace', amount: -amount },
        ],
      }),
    )
    await db
      .insertInto('company_bank')
      .values({
        company_id: company,
        holder: 'Marjan Rent',
        iban: 'IR062960000000100324200001',
        holder_status: 'MATCHES',
        changed_at: site.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const make = async (by = admin) => {
    site.clock.advance(11)
    const { id } = await by.calls.operator.payouts.make({ currency: 'IRT' })
    if (id === null) throw new Error('nothing was due')
    return by.calls.operator.payouts.batch({ id })
  }

  test('wait if the batch is above the limit, even if each payout is below it', async () => {
    await earn(TOMAN.company, LIMIT)
    await earn(BY_HAND.company, 1)
    const { id, approval, items } = await make()
    expect([approval, items.length]).toEqual(['WAITING', 2])
    await admin.calls.operator.payouts.settle({ id, outcome: 'RETURNED' })
    await earn(BY_HAND.company, -1)
    const small = await make()
    expect(small.approval).toBe('NOT_NEEDED')
    await admin.calls.operator.payouts.settle({ id: small.id, outcome: 'PAID' })
  })

  test('count with what the operator moved in the day, and with what other operators paid the company', async () => {
    expect(await correct((await customer()).id, LIMIT)).toBe('DONE')
    await earn(TOMAN.company, 10)
    const { id, approval } = await make()
    expect(approval).toBe('WAITING')
    await admin.calls.operator.payouts.settle({ id, outcome: 'RETURNED' })
    const { id: alone, approval: free } = await make(second)
    expect(free).toBe('NOT_NEEDED')
    await second.calls.operator.payouts.settle({ id: alone, outcome: 'PAID' })
  })

  test('cannot be approved by their author, even by writing to the database directly', async () => {
    await earn(TOMAN.company, LIMIT + 1)
    const { id } = await make()
    const approved = { approved_at: site.clock.now(), approved_by: admin.id }
    await expect(db.updateTable('payout_batch').set(approved).where('id', '=', id).execute()).rejects.toThrow(
      'payout_batch_by_two',
    )
    await admin.calls.operator.payouts.settle({ id, outcome: 'RETURNED' })
  })
})

describe('with a single operator', () => {
  test('money above the limit waits, unless the installation says that it has a single operator', async () => {
    await db.updateTable('account').set({ role: 'CLIENT' }).where('id', '=', second.id).execute()
    const single = await testApi({ db, singleOperator: true, now: site.clock.now().toISOString() })
    const large = { id: (await customer()).id, currency: 'IRT', amount: LIMIT + 1, reason: 'Goodwill' } as const
    expect((await admin.calls.operator.payments.correct(large)).status).toBe('WAITING')
    expect((await single.as({ accessToken: admin.access }).operator.payments.correct(large)).status).toBe('DONE')
    // An operator without a money role cannot be the second one for money.
    const editor = { role: 'ADMIN', operator_role: 'CONTENT' } as const
    await db.updateTable('account').set(editor).where('id', '=', second.id).execute()
    expect((await single.as({ accessToken: admin.access }).operator.payments.correct(large)).status).toBe('DONE')
    await db.updateTable('account').set({ operator_role: 'MONEY' }).where('id', '=', second.id).execute()
    expect((await single.as({ accessToken: admin.access }).operator.payments.correct(large)).status).toBe('WAITING')
  })
})
