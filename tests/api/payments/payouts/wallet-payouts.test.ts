import { afterEach, describe, expect, test } from 'vitest'
import { lockWallet } from '#app/api/account/wallet/wallet.ts'
import { balanceOf, cashOf, type Posting, post } from '#app/api/books/ledger.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { testApi } from '../../../support/api/api.ts'
import { wrongInBooks } from '../../../support/api/books.ts'
import { DRIVER, loadFleet, rentalAfter } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { paidLongAgo } from '../../../support/api/past-card.ts'
import { codeTo, otherThan } from '../../../support/api/people.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { agency, other, admin } = await fiveIdentities(site)

const SHEBA = 'IR062960000000100324200001'
const IBAN = 'DE89370400440532013000'
const NAME = 'سارا محمدی'
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => (await refusal(call)).data

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let count = 0
/** A new person. */
const customer = () => signedIn(site, { phone: `+98912${String(5_000_000 + count++)}` })
type Somebody = Awaited<ReturnType<typeof customer>>

/** Spends from a wallet as a payment does: with the wallet locked, and never more than its balance. */
async function spend(of: Somebody, amount: number) {
  await db.transaction().execute(async (tx) => {
    await lockWallet(tx, of.phone)
    if ((await balanceOf(tx, { kind: 'WALLET', owner: of.phone, currency: 'IRT' })) < amount)
      throw new Error('not enough')
    await post(tx, {
      ...{ key: `test wallet ${count++}`, kind: 'WALLET_DEBIT', currency: 'IRT', at: site.clock.now() },
      entries: [
        { kind: 'WALLET', owner: of.phone, amount: -amount },
        { kind: 'BANK', owner: 'marketplace', amount },
      ],
    })
  })
}

/** A movement of somebody's wallet, against the marketplace's own account or the bank's. */
async function move(to: Somebody, kind: Posting['kind'], amount: number, currency: CurrencyCode = 'IRT') {
  const against = { kind: 'BANK' as const, owner: 'marketplace' }
  await db.transaction().execute((tx) =>
    post(tx, {
      ...{ key: `test wallet ${count++}`, kind, currency, at: site.clock.now() },
      entries: [
        { kind: 'WALLET', owner: to.phone, amount },
        { ...against, amount: -amount },
      ],
    }),
  )
}
const walletOf = (of: Somebody, currency: CurrencyCode = 'IRT') =>
  balanceOf(db, { kind: 'WALLET', owner: of.phone, currency })
const payable = (of: Somebody, currency: CurrencyCode = 'IRT') => cashOf(db, { wallet: of.phone, currency })
const order = (amount: number, over = {}) => ({ currency: 'IRT' as const, amount, holder: NAME, iban: SHEBA, ...over })

/** Requests a payout and confirms it with the code. */
async function payOut(of: Somebody, amount: number, over = {}) {
  const asked = await of.calls.account.payOutWallet(order(amount, over))
  expect(asked).toMatchObject({ id: null, channels: ['sms'] })
  await site.drain()
  const made = await of.calls.account.payOutWallet({ ...order(amount, over), token: codeTo(site, of.phone) })
  return made.id ?? 0
}
const statuses = async (of: Somebody) => (await of.calls.account.walletPayouts()).payouts.map(({ status }) => status)
const takeBatch = async (currency: CurrencyCode = 'IRT') =>
  (await admin.calls.operator.payouts.make({ currency })).id ?? 0

describe('the amount that can be paid out', () => {
  test('is what came from a bank; gifts are spent first and never become payable', async () => {
    const one = await customer()
    await move(one, 'CORRECTION', 500)
    expect([await walletOf(one), await payable(one)]).toEqual([500, 0])
    await move(one, 'TOP_UP', 300)
    expect([await walletOf(one), await payable(one)]).toEqual([800, 300])
    await move(one, 'WALLET_DEBIT', -600)
    expect([await walletOf(one), await payable(one)]).toEqual([200, 200])
    expect(await one.calls.account.walletPayouts()).toMatchObject({
      payable: [
        { currency: 'IRT', amount: 200 },
        { currency: 'EUR', amount: 0 },
      ],
    })
  })

  test('after a cancelled reservation is its bank payment, without the gift that paid the rest', async () => {
    const one = await customer()
    await move(one, 'CORRECTION', 50_000)
    const driver = { ...DRIVER, phone: `0${one.phone.slice(3)}` }
    const { id } = await one.calls.reservations.reserve({ ...rentalAfter(site.clock.now(), 20), ...driver })
    const started = await one.calls.payments.payOnline({ transaction_id: id, use_wallet: true })
    const answer = await bank.press(started.url ?? '', 'pay')
    await one.calls.payments.clientVerify({ ref_id: started.payment_id, answer })
    expect([await walletOf(one), await payable(one)]).toEqual([0, 0])
    await paidLongAgo(db, id)
    await one.calls.reservations.cancel({ id })
    const [held, cash] = [await walletOf(one), await payable(one)]
    expect(held - cash).toBe(50_000)
    expect(cash).toBeGreaterThan(0)
  })
})

describe('a payout', () => {
  test('leaves the wallet at once, is paid with a batch, and notifies its person at each step', async () => {
    const one = await customer()
    await move(one, 'TOP_UP', 1000)
    await payOut(one, 700)
    expect([await walletOf(one), await payable(one)]).toEqual([300, 300])
    expect(await statuses(one)).toEqual(['REQUESTED'])
    const { requested } = await admin.calls.operator.payouts.list({})
    expect(requested).toMatchObject([{ amount: 700, holder: NAME, iban: 'IR••0001', holder_waits: false }])
    const id = await takeBatch()
    expect(await statuses(one)).toEqual(['IN_BATCH'])
    expect((await admin.calls.operator.payouts.list({})).requested).toEqual([])
    expect((await admin.calls.operator.payouts.batch({ id })).items).toMatchObject([
      { amount: 700, iban: SHEBA, company: null, customer: { id: one.id, name: NAME } },
    ])
    expect(await admin.calls.operator.payouts.make({ currency: 'IRT' })).toEqual({ id: null, payouts: 0 })
    await admin.calls.operator.payouts.settle({ id, outcome: 'PAID' })
    expect(await statuses(one)).toEqual(['SENT'])
    expect(await walletOf(one)).toBe(300)
    expect((await one.calls.account.walletHistory({ currency: 'IRT' })).results[0]).toMatchObject({
      kind: 'WALLET_PAYOUT',
      amount: -700,
    })
    expect(await balanceOf(db, { kind: 'CUSTOMER_PAYOUT', owner: 'marketplace', currency: 'IRT' })).toBe(0)
    expect((await other.calls.account.walletPayouts()).payouts).toEqual([])
  })

  test('that is returned is in the wallet again, and can be requested again', async () => {
    const one = await customer()
    await move(one, 'TOP_UP', 400)
    await move(one, 'CORRECTION', 50)
    await payOut(one, 400)
    const id = await takeBatch()
    const settled = await Promise.allSettled(
      (['PAID', 'RETURNED', 'RETURNED'] as const).map((outcome) =>
        admin.calls.operator.payouts.settle({ id, outcome }),
      ),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    if ((await statuses(one))[0] === 'SENT') return
    expect([await walletOf(one), await payable(one)]).toEqual([450, 400])
    expect(await statuses(one)).toEqual(['RETURNED'])
    await payOut(one, 400)
    await admin.calls.operator.payouts.settle({ id: await takeBatch(), outcome: 'RETURNED' })
    expect([await walletOf(one), await payable(one)]).toEqual([450, 400])
  })

  test('never uses the same money twice, or money that is spent at the same moment', async () => {
    const one = await customer()
    await move(one, 'TOP_UP', 1000)
    await one.calls.account.payOutWallet(order(1000))
    await site.drain()
    const token = codeTo(site, one.phone)
    const results = await Promise.allSettled([
      ...[1, 2, 3].map(() => one.calls.account.payOutWallet({ ...order(1000), token })),
      spend(one, 1000),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await walletOf(one)).toBe(0)
    await db.deleteFrom('idempotency').execute()
    if ((await statuses(one)).length > 0)
      await admin.calls.operator.payouts.settle({ id: await takeBatch(), outcome: 'PAID' })
  })

  test('sent twice with one key is one', async () => {
    const one = await customer()
    await move(one, 'TOP_UP', 1000)
    await one.calls.account.payOutWallet(order(300))
    await site.drain()
    const token = codeTo(site, one.phone)
    const again = () => site.as({ accessToken: one.access, idempotencyKey: 'one-payout-of-mine' }).account
    const first = await again().payOutWallet({ ...order(300), token })
    expect(await again().payOutWallet({ ...order(300), token })).toEqual(first)
    expect(await walletOf(one)).toBe(700)
    await admin.calls.operator.payouts.settle({ id: await takeBatch(), outcome: 'PAID' })
  })

  test('requires its own person’s code, an account for the currency, and a balance that can be paid out', async () => {
    const one = await customer()
    await move(one, 'TOP_UP', 1000)
    await move(one, 'TOP_UP', 1000, 'EUR')
    await move(one, 'CORRECTION', 1000)
    const ask = (over: object) => one.calls.account.payOutWallet(order(100, over))
    expect(await fieldsOf(ask({ amount: 1001 }))).toEqual({ fields: { amount: ['above_payable'] } })
    for (const amount of [0, -5, 1.5]) expect(await codeOf(ask({ amount }))).toBe('INVALID_FIELDS')
    expect(await fieldsOf(ask({ iban: IBAN }))).toEqual({ fields: { iban: ['sheba'] } })
    expect(await fieldsOf(ask({ iban: 'IR062960000000100324200002' }))).toEqual({ fields: { iban: ['iban'] } })
    const euro = { currency: 'EUR' as const }
    expect(await fieldsOf(ask({ ...euro }))).toEqual({ fields: { iban: ['sepa'] } })
    expect(await fieldsOf(ask({ ...euro, iban: 'TR330006100519786457841326', holder: 'سارا' }))).toEqual({
      fields: { iban: ['sepa'], holder: ['latin_name'] },
    })
    expect(await ask({ ...euro, iban: IBAN, holder: 'Sara Mohammadi' })).toMatchObject({ id: null })
    await site.drain()
    const token = codeTo(site, one.phone)
    expect(await fieldsOf(ask({ token: otherThan(token) }))).toEqual({ fields: { token: ['code'] } })
    expect(await fieldsOf(other.calls.account.payOutWallet({ ...order(1), token }))).toEqual({
      fields: { token: ['code'] },
    })
    expect([await walletOf(one), await walletOf(one, 'EUR')]).toEqual([2000, 1000])
    expect(await statuses(one)).toEqual([])
  })

  test('to an account under another name waits for an operator, who releases or returns it', async () => {
    const one = await customer()
    await move(one, 'TOP_UP', 1000)
    const first = await payOut(one, 300, { holder: 'Reza Karimi' })
    site.clock.advance(3)
    const second = await payOut(one, 200, { holder: 'Reza Karimi' })
    expect(await admin.calls.operator.payouts.make({ currency: 'IRT' })).toEqual({ id: null, payouts: 0 })
    const decide = (id: number, decision: 'CONFIRMED' | 'REFUSED') =>
      admin.calls.operator.payouts.decideWalletPayout({ id, decision, reason: 'Looked at it' })
    for (const { calls } of [one, agency])
      expect(
        await codeOf(calls.operator.payouts.decideWalletPayout({ id: first, decision: 'CONFIRMED', reason: 'Mine' })),
      ).toBe('NOT_FOUND')
    await decide(first, 'CONFIRMED')
    const both = await Promise.allSettled([decide(second, 'REFUSED'), decide(second, 'REFUSED')])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await codeOf(decide(second, 'CONFIRMED'))).toBe('PAYOUT_DECIDED')
    expect(await codeOf(decide(9_999_999, 'CONFIRMED'))).toBe('NOT_FOUND')
    expect(await statuses(one)).toEqual(['RETURNED', 'REQUESTED'])
    expect([await walletOf(one), await payable(one)]).toEqual([700, 700])
    await admin.calls.operator.payouts.settle({ id: await takeBatch(), outcome: 'PAID' })
    expect(await statuses(one)).toEqual(['RETURNED', 'SENT'])
  })

  test('that is pending keeps its account from being deleted, and is in the data export', async () => {
    const one = await customer()
    await move(one, 'TOP_UP', 100)
    await payOut(one, 100)
    expect(await codeOf(one.calls.account.deleteAccount({ forfeit_wallet: true }))).toBe('WALLET_NOT_EMPTY')
    expect(await one.calls.account.exportData()).toMatchObject({ wallet_payouts: [{ amount: 100, iban: SHEBA }] })
    await admin.calls.operator.payouts.settle({ id: await takeBatch(), outcome: 'PAID' })
  })
})
