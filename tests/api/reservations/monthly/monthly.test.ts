import { afterEach, describe, expect, test } from 'vitest'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { testApi } from '../../../support/api/api.ts'
import { balances, wrongInBooks } from '../../../support/api/books.ts'
import { deskIdOf } from '../../../support/api/desk-id.ts'
import { DRIVER, loadFleet, RENTAL } from '../../../support/api/fleet.ts'
import { fiveIdentities } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
// Each reservation takes one, also that of a test that is tried again.
await loadFleet(db, { cars: 60 })
const { visitor, owner, agency, elsewhere } = await fiveIdentities(site)
const desk = () => agency.calls.company.reservations.monthly
const { monthly } = visitor.reservations

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const RECORD = { odometer: 48_000, level: 8, handed_by: 'لیلا', received_by: 'سارا محمدی' } as const
/** Ninety days at 600,000 a day. */
const LONG = { start_date: '2026-12-01', end_date: '2027-03-01' } as const
const MONTH = 18_000_000
let car = 100

/** A reservation of ninety days that waits for its first payment. */
async function held() {
  site.clock.set('2026-11-23T05:30:00Z')
  car += 1
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...LONG, id: car })
  return id
}

/** The same, paid in monthly parts, of which the first is paid. */
async function booked() {
  const id = await held()
  await monthly.choose({ id, monthly: true })
  await payAtBank(site, bank, id)
  return id
}

/** The same, with the vehicle handed over. */
async function underWay() {
  const id = await booked()
  site.clock.set('2026-12-01T06:30:00Z')
  await agency.calls.company.protocols.finish({ id, kind: 'PICK_UP', ...RECORD })
  return id
}

const partOf = async (id: string, position: number) => {
  const { parts } = await monthly.read({ id })
  return parts.find((part) => part.position === position)!
}
const statesOf = async (id: string) => (await monthly.read({ id })).parts.map(({ state }) => state)
/** What the ledger has of a reservation's rent: what the company holds as a prepayment and took at its desk. */
const rentInBooks = async (id: string) => {
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select('ledger_entry.amount')
    .where('ledger_transaction.reservation_id', '=', id)
    .where('ledger_account.kind', 'in', ['PREPAYMENT', 'DESK_INCOME'])
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}
const kindsOf = async (id: string) => {
  const rows = await db
    .selectFrom('notification')
    .select('kind')
    .where('reservation_id', '=', id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('a long rental in monthly parts', () => {
  test('is chosen before the first payment, which is the first part', async () => {
    const id = await held()
    const before = await visitor.reservations.voucher({ id })
    expect(before.payable_now).toBe(16_200_000)
    expect(await monthly.choose({ id, monthly: true })).toEqual({ id, payable_now: MONTH })
    expect(await monthly.choose({ id, monthly: true })).toEqual({ id, payable_now: MONTH })
    expect((await monthly.read({ id })).parts.map(({ amount, due_on, days }) => [amount, due_on, days])).toEqual([
      [MONTH, '2026-11-23', 30],
      [MONTH, '2026-12-28', 30],
      [MONTH, '2027-01-27', 30],
    ])
    expect(await monthly.choose({ id, monthly: false })).toEqual({ id, payable_now: 16_200_000 })
    expect(await codeOf(monthly.read({ id }))).toBe('NOT_FOUND')
    await monthly.choose({ id, monthly: true })
    await payAtBank(site, bank, id)
    expect(await statesOf(id)).toEqual(['PAID', 'DUE', 'DUE'])
    expect(await codeOf(monthly.choose({ id, monthly: false }))).toBe('NOT_PAYABLE')
    expect(await rentInBooks(id)).toBe(MONTH)
  })

  test('is not offered for a month or less, nor where the company does not want it', async () => {
    site.clock.set('2026-11-23T05:30:00Z')
    car += 1
    const { id } = await visitor.reservations.reserve({
      ...RENTAL,
      ...DRIVER,
      ...LONG,
      end_date: '2026-12-31',
      id: car,
    })
    expect(await codeOf(monthly.choose({ id, monthly: true }))).toBe('NOT_PAYABLE')
    const long = await held()
    await agency.calls.company.settings.update({ monthly_parts: false })
    expect(await codeOf(monthly.choose({ id: long, monthly: true }))).toBe('NOT_PAYABLE')
    await agency.calls.company.settings.update({ monthly_parts: true })
  })

  test('takes only the amount that is due: a payment that was started for another one goes back', async () => {
    const id = await held()
    const started = await visitor.payments.payOnline({ transaction_id: id })
    const answer = await bank.press(started.url ?? '', 'pay')
    await monthly.choose({ id, monthly: true })
    const late = await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
    expect(late.status).toBe('REVERSED')
    expect((await visitor.reservations.voucher({ id })).status).toBe('AWAITING_PAYMENT')
    await payAtBank(site, bank, id)
    expect(await statesOf(id)).toEqual(['PAID', 'DUE', 'DUE'])
  })

  test('is known to whoever has its id, and to nobody by its shared one', async () => {
    const id = await booked()
    const { share_id } = await visitor.reservations.voucher({ id })
    expect((await owner.calls.reservations.monthly.read({ id })).parts).toHaveLength(3)
    expect(await codeOf(monthly.read({ id: share_id }))).toBe('NOT_FOUND')
    expect(await codeOf(monthly.end({ id: share_id, end_date: '2027-01-01' }))).toBe('NOT_FOUND')
    expect(await codeOf(agency.calls.reservations.monthly.end({ id, end_date: '2027-01-01' }))).toBe('NOT_FOUND')
    expect(await codeOf(elsewhere.calls.company.reservations.monthly.read({ id: share_id }))).toBe('NOT_FOUND')
    const shown = await desk().read({ id: share_id })
    expect(JSON.stringify(shown)).not.toContain(id)
    expect(shown.parts.map(({ state }) => state)).toEqual(['PAID', 'DUE', 'DUE'])
  })
})

describe('a part', () => {
  test('is paid online, has an invoice of its own, and only the next one can be', async () => {
    const id = await underWay()
    const third = await partOf(id, 3)
    expect(await codeOf(visitor.payments.payOnline({ transaction_id: third.id }))).toBe('NOT_PAYABLE')
    const { id: second } = await partOf(id, 2)
    const settled = await payAtBank(site, bank, second)
    expect(settled).toMatchObject({ status: 'PAID', purpose: 'PART', settled_as: 'RESERVATION', amount: MONTH })
    expect(await statesOf(id)).toEqual(['PAID', 'PAID', 'DUE'])
    expect((await partOf(id, 2)).paid).toMatchObject({ by: 'ONLINE', payment: settled.payment_id })
    const invoice = await db
      .selectFrom('invoice')
      .select('number')
      .where('payment_id', '=', settled.payment_id)
      .executeTakeFirst()
    expect(invoice).toBeDefined()
    expect(await rentInBooks(id)).toBe(2 * MONTH)
    expect(await codeOf(visitor.payments.payOnline({ transaction_id: second }))).toBe('NOT_PAYABLE')
  })

  test('is paid once, however many try at once', async () => {
    const id = await underWay()
    const { id: second } = await partOf(id, 2)
    const starts = await Promise.all(
      Array.from({ length: 4 }, () => visitor.payments.payOnline({ transaction_id: second })),
    )
    expect(new Set(starts.map(({ payment_id }) => payment_id)).size).toBe(1)
    const answer = await bank.press(starts[0]?.url ?? '', 'pay')
    const ref_id = starts[0]?.payment_id ?? ''
    await Promise.all(Array.from({ length: 4 }, () => visitor.payments.clientVerify({ ref_id, answer })))
    expect(await statesOf(id)).toEqual(['PAID', 'PAID', 'DUE'])
    expect(await rentInBooks(id)).toBe(2 * MONTH)
  })

  test('that was paid at the desk while its payer was at the bank goes back', async () => {
    const id = await underWay()
    const { id: second } = await partOf(id, 2)
    const started = await visitor.payments.payOnline({ transaction_id: second })
    const answer = await bank.press(started.url ?? '', 'pay')
    const { due_at_desk } = await visitor.reservations.voucher({ id })
    await agency.calls.company.protocols.recordRent({ id, amount: MONTH, way: 'CASH', due: due_at_desk })
    expect(await statesOf(id)).toEqual(['PAID', 'PAID', 'DUE'])
    const late = await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
    expect(late.status).toBe('REVERSED')
    expect(await kindsOf(id)).toContain('partGoneReversed')
    expect(await rentInBooks(id)).toBe(2 * MONTH)
    expect((await partOf(id, 2)).paid).toMatchObject({ by: 'DESK', payment: null })
  })

  test('of which something was paid at the desk costs the rest', async () => {
    const id = await underWay()
    const { due_at_desk } = await visitor.reservations.voucher({ id })
    await agency.calls.company.protocols.recordRent({ id, amount: 10_000_000, way: 'CARD', due: due_at_desk })
    const second = await partOf(id, 2)
    expect(second).toMatchObject({ left: 8_000_000, state: 'DUE' })
    const settled = await payAtBank(site, bank, second.id)
    expect(settled.amount).toBe(8_000_000)
    expect(await statesOf(id)).toEqual(['PAID', 'PAID', 'DUE'])
  })

  test('leaves a change that is under way its price', async () => {
    const id = await underWay()
    const shown = await deskIdOf(db, id)
    const end = { end_date: '2027-03-03', end_time: '10:00' }
    const asked = await agency.calls.company.reservations.extensions.extend({ id: shown, ...end, payment: 'LINK' })
    await payAtBank(site, bank, (await partOf(id, 2)).id)
    await payAtBank(site, bank, asked.id)
    const { total, paid, payable_now } = await visitor.reservations.voucher({ id })
    expect(total).toBe(3 * MONTH + 1_200_000)
    expect([paid, payable_now]).toEqual([2 * MONTH + 1_200_000, 2 * MONTH + 1_200_000])
    const plan = await monthly.read({ id })
    expect(plan.parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    expect(plan.parts.reduce((sum, { days }) => sum + days, 0)).toBe(92)
    expect(await rentInBooks(id)).toBe(paid)
  })
})

describe('reminders of parts', () => {
  test('come once before the due date and once when it is late, to customer and company', async () => {
    const id = await underWay()
    // Those of one moment have no order.
    const ofParts = async () => (await kindsOf(id)).filter((kind) => kind.startsWith('part')).toSorted()
    const sweepAt = async (iso: string) => {
      site.clock.set(iso)
      await Promise.all([site.sweep(), site.sweep()])
      await site.sweep()
      return ofParts()
    }
    expect(await sweepAt('2026-12-25T12:00:00Z')).toEqual([])
    expect(await sweepAt('2026-12-26T05:00:00Z')).toEqual([])
    const soon = await sweepAt('2026-12-26T08:00:00Z')
    expect(new Set(soon)).toEqual(new Set(['partSoon']))
    expect(await sweepAt('2026-12-28T12:00:00Z')).toEqual(soon)
    expect(await statesOf(id)).toEqual(['PAID', 'DUE', 'DUE'])
    const late = await sweepAt('2026-12-29T08:00:00Z')
    expect(new Set(late)).toEqual(new Set(['partSoon', 'partLate', 'partOverdue']))
    expect(await statesOf(id)).toEqual(['PAID', 'LATE', 'DUE'])
    expect(await sweepAt('2026-12-30T08:00:00Z')).toEqual(late)
    await payAtBank(site, bank, (await partOf(id, 2)).id)
    expect(await statesOf(id)).toEqual(['PAID', 'PAID', 'DUE'])
    expect(await sweepAt('2027-01-02T08:00:00Z')).toEqual(late)
  })

  test('come again for a due date that the company moved, and its link comes once in ten minutes', async () => {
    const id = await underWay()
    const shown = await deskIdOf(db, id)
    site.clock.set('2026-12-30T08:00:00Z')
    await site.sweep()
    expect(await codeOf(desk().postpone({ id: shown, due_on: '2026-12-27' }))).toBe('INVALID_FIELDS')
    expect(await codeOf(desk().postpone({ id: shown, due_on: '2027-03-27' }))).toBe('INVALID_FIELDS')
    await desk().postpone({ id: shown, due_on: '2027-01-05' })
    expect(await statesOf(id)).toEqual(['PAID', 'DUE', 'DUE'])
    site.clock.set('2027-01-06T08:00:00Z')
    await site.sweep()
    const late = (await kindsOf(id)).filter((kind) => kind === 'partLate')
    expect(late.length).toBeGreaterThanOrEqual(2)
    expect(await desk().sendLink({ id: shown })).toMatchObject({ sent: true })
    expect(await desk().sendLink({ id: shown })).toMatchObject({ sent: false })
    expect((await desk().read({ id: shown })).sent.map(({ kind }) => kind)).toContain('partLink')
  })
})

describe('an early end', () => {
  test('needs notice, and the used days cost what a rental of that length costs', async () => {
    const id = await underWay()
    site.clock.set('2026-12-10T06:30:00Z')
    expect((await monthly.read({ id })).ends).toEqual({ first: '2026-12-17', last: '2027-02-28' })
    expect(await codeOf(monthly.quoteEnd({ id, end_date: '2026-12-16' }))).toBe('INVALID_FIELDS')
    // Sixteen days at 700,000 a day: more was paid.
    const quote = await monthly.quoteEnd({ id, end_date: '2026-12-17' })
    expect(quote).toMatchObject({ days: 16, total: 11_200_000, received: MONTH, left: 0, refund: 6_800_000 })
    expect(await codeOf(monthly.end({ id, end_date: '2026-12-17', shown_total: 1 }))).toBe('PRICE_CHANGED')
    const before = await balances(db)
    const { total } = quote
    await monthly.end({ id, end_date: '2026-12-17', shown_total: total })
    expect(await monthly.end({ id, end_date: '2026-12-17', shown_total: total })).toMatchObject({ refund: 6_800_000 })
    const after = await balances(db)
    expect(sumOfWallets(after) - sumOfWallets(before)).toBe(6_800_000)
    expect(await rentInBooks(id)).toBe(total)
    const plan = await monthly.read({ id })
    expect(plan.parts.map(({ amount, state }) => [amount, state])).toEqual([[total, 'PAID']])
    const voucher = await visitor.reservations.voucher({ id })
    expect(voucher).toMatchObject({ end_date: '2026-12-17', total, paid: total, due_at_desk: 0 })
    expect(await kindsOf(id)).toContain('changedRefund')
  })

  test('does not give back the price of flexible cancellation', async () => {
    const id = await underWay()
    const { lines, total } = await db
      .selectFrom('reservation')
      .select(['lines', 'total'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const flexible = { kind: 'flexible' as const, quantity: 1, unit: 1_000_000, amount: 1_000_000 }
    await db
      .updateTable('reservation')
      .set({ lines: JSON.stringify([...lines, flexible]), total: total + flexible.amount })
      .where('id', '=', id)
      .execute()
    site.clock.set('2026-12-10T06:30:00Z')
    const quote = await monthly.quoteEnd({ id, end_date: '2026-12-17' })
    expect(quote).toMatchObject({ total: 12_200_000, refund: 5_800_000 })
    expect(quote.lines).toContainEqual(flexible)
    await db
      .updateTable('reservation')
      .set({ lines: JSON.stringify(lines), total })
      .where('id', '=', id)
      .execute()
  })

  test('asks for the rest of the used days, and takes no payment of a part that fell away', async () => {
    const id = await underWay()
    const { id: second } = await partOf(id, 2)
    const started = await visitor.payments.payOnline({ transaction_id: second })
    const answer = await bank.press(started.url ?? '', 'pay')
    const shown = await deskIdOf(db, id)
    site.clock.set('2026-12-26T06:30:00Z')
    const ended = await desk().end({ id: shown, end_date: '2027-01-02' })
    expect(ended).toMatchObject({ days: 32, total: 19_200_000, left: 1_200_000, refund: 0 })
    const late = await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
    expect(late.settled_as).not.toBe('RESERVATION')
    expect(await codeOf(visitor.payments.payOnline({ transaction_id: second }))).toBe('NOT_PAYABLE')
    const rest = await partOf(id, 2)
    expect(rest).toMatchObject({ days: 2, amount: 1_200_000, state: 'DUE' })
    await payAtBank(site, bank, rest.id)
    expect(await statesOf(id)).toEqual(['PAID', 'PAID'])
    expect(await rentInBooks(id)).toBe(19_200_000)
    site.clock.set('2027-01-02T06:30:00Z')
    await agency.calls.company.protocols.finish({ id, kind: 'RETURN', ...RECORD, odometer: 50_000 })
    expect((await visitor.reservations.voucher({ id })).status).toBe('COMPLETED')
  })

  test('and a payment of a part at the same moment leave the books right, whichever comes first', async () => {
    const id = await underWay()
    const { id: second } = await partOf(id, 2)
    const started = await visitor.payments.payOnline({ transaction_id: second })
    const answer = await bank.press(started.url ?? '', 'pay')
    const shown = await deskIdOf(db, id)
    site.clock.set('2026-12-10T06:30:00Z')
    await Promise.all([
      desk().end({ id: shown, end_date: '2026-12-17' }),
      visitor.payments.clientVerify({ ref_id: started.payment_id, answer }),
    ])
    const { total, paid } = await visitor.reservations.voucher({ id })
    expect(total).toBe(11_200_000)
    expect(paid).toBe(total)
    expect(await rentInBooks(id)).toBe(total)
    expect(await statesOf(id)).not.toContain('LATE')
  })

  test('gives back at the desk what came in there, which only the company can do', async () => {
    const id = await underWay()
    const { due_at_desk } = await visitor.reservations.voucher({ id })
    await agency.calls.company.protocols.recordRent({ id, amount: 2 * MONTH, way: 'CASH', due: due_at_desk })
    site.clock.set('2026-12-10T06:30:00Z')
    expect(await monthly.quoteEnd({ id, end_date: '2026-12-31' })).toMatchObject({
      ...{ total: MONTH, refund: MONTH, desk_back: MONTH },
    })
    expect(await codeOf(monthly.end({ id, end_date: '2026-12-31' }))).toBe('NOT_CHANGEABLE')
    const shown = await deskIdOf(db, id)
    expect(await codeOf(desk().end({ id: shown, end_date: '2026-12-31' }))).toBe('INVALID_FIELDS')
    await desk().end({ id: shown, end_date: '2026-12-31', way: 'CASH' })
    expect(await rentInBooks(id)).toBe(MONTH)
    expect((await visitor.reservations.voucher({ id })).due_at_desk).toBe(0)
    expect(await statesOf(id)).toEqual(['PAID'])
  })

  test('may leave fewer days than the company rents out', async () => {
    const id = await underWay()
    site.clock.set('2026-12-10T06:30:00Z')
    const offered = await monthly.quoteEnd({ id, end_date: '2026-12-20' })
    const { ad_id } = await db.selectFrom('reservation').select('ad_id').where('id', '=', id).executeTakeFirstOrThrow()
    await agency.calls.company.prices.set({ ad: ad_id, min_days: 30 } as never)
    expect(await monthly.quoteEnd({ id, end_date: '2026-12-20' })).toEqual(offered)
    await agency.calls.company.prices.set({ ad: ad_id, min_days: null } as never)
  })

  test('is possible while the vehicle is paused: it is not rented anew', async () => {
    const id = await underWay()
    site.clock.set('2026-12-10T06:30:00Z')
    const offered = await monthly.quoteEnd({ id, end_date: '2026-12-31' })
    const { ad_id } = await db.selectFrom('reservation').select('ad_id').where('id', '=', id).executeTakeFirstOrThrow()
    const setState = (status: number) => db.updateTable('ad').set({ status }).where('id', '=', ad_id).execute()
    await setState(STATE_NUMBERS.PAUSED)
    expect(await monthly.quoteEnd({ id, end_date: '2026-12-31' })).toEqual(offered)
    await setState(STATE_NUMBERS.OFFERED)
  })

  test('is for long rentals under way alone', async () => {
    const id = await booked()
    expect(await codeOf(monthly.end({ id, end_date: '2027-01-10' }))).toBe('NOT_CHANGEABLE')
    expect((await monthly.read({ id })).ends).toBeNull()
  })
})

describe('the desk’s list', () => {
  test('has the open parts of the company by due date, with what is late', async () => {
    const id = await underWay()
    site.clock.set('2026-12-30T08:00:00Z')
    const shown = await deskIdOf(db, id)
    const late = await desk().list({ size: 100, view: 'LATE' })
    const mine = late.results.filter(({ reservation }) => reservation.id === shown)
    expect(mine).toHaveLength(1)
    expect(mine[0]).toMatchObject({ of: 3, part: { position: 2, left: MONTH, state: 'LATE', days_late: 2 } })
    const all = await desk().list({ size: 100 })
    expect(all.results.map(({ part }) => part.due_on)).toEqual(all.results.map(({ part }) => part.due_on).toSorted())
    expect(all.late).toBe(late.count)
    const sum = late.results.reduce((total, { part }) => total + part.left, 0)
    expect(late.sums.late).toEqual([{ currency: 'IRT', count: late.count, amount: sum }])
    const others = await elsewhere.calls.company.reservations.monthly.list({ size: 100 })
    expect(others.results.some(({ reservation }) => reservation.id === shown)).toBe(false)
  })
})

function sumOfWallets(of: Record<string, number>): number {
  return Object.entries(of).reduce((sum, [name, amount]) => (name.startsWith('WALLET') ? sum + amount : sum), 0)
}
