import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balanceOf, cashOf, post } from '#app/api/books/ledger.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { codeTo, otherThan } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

/** Where a cancellation's refund goes: the possible ways, the chosen one, and that it is paid once. */

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
const visitor = site.as()
const PAID = 810_000
const ACCOUNT = { holder: 'سارا محمدی', iban: 'IR062960000000100324200001' }

beforeAll(() => loadFleet(db))
beforeEach(() => {
  site.clock.set('2026-11-23T05:30:00Z')
  site.messages.length = 0
  bank.behave()
})
afterEach(async () => {
  expect(await wrongInBooks(db)).toEqual([])
  expect(site.reported).toEqual([])
})

let people = 0
const day = (after: number) => new Date(Date.UTC(2026, 11, after + people * 5)).toISOString().slice(0, 10)

/** A reservation that was paid at the bank and, for a part, with a gift in the customer's wallet. */
async function paid(gift = 0) {
  people += 1
  const { phone, calls, id: account } = await signedIn(site, { phone: `+989${String(140_000_000 + people)}` })
  const dates = { start_date: day(1), end_date: day(4) }
  const { id } = await calls.reservations.reserve({ ...RENTAL, ...DRIVER, ...dates, id: TOMAN.ad, phone })
  if (gift > 0) await give(phone, gift)
  const payment = await calls.payments.gatewayPay({ gateway: 'saman', transaction_id: id, use_wallet: gift > 0 })
  const answer = await bank.press(payment.url ?? '', 'pay')
  await visitor.payments.clientVerify({ ref_id: payment.payment_id, answer })
  await site.drain()
  site.messages.length = 0
  return { id, phone, calls, account }
}

function give(phone: string, amount: number) {
  const entries = [
    { kind: 'WALLET' as const, owner: phone, amount },
    { kind: 'COMMISSION' as const, owner: 'marketplace', amount: -amount },
  ]
  const gift = { key: `gift ${phone}`, kind: 'CORRECTION' as const, currency: 'IRT' as const, at: site.clock.now() }
  return db.transaction().execute((tx) => post(tx, { ...gift, entries }))
}

/** Moves the clock until the bank can no longer return the money to the card. */
const later = () => site.clock.advance(50)
const walletOf = (owner: string) => balanceOf(db, { kind: 'WALLET', owner, currency: 'IRT' })
const waysOf = async (id: string, as = visitor) => (await as.reservations.refundWays({ id })).ways
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const payoutOf = async (id: string) => (await visitor.reservations.voucher({ id })).refund_payout
type Paid = Awaited<ReturnType<typeof paid>>

/** Requests the transfer and confirms it with the code. */
async function toAccount({ id, phone, calls }: Paid, over = {}) {
  const asked = await calls.reservations.cancelToAccount({ id, ...ACCOUNT, ...over })
  expect(asked).toMatchObject({ status: 'CONFIRMED', to_account: 0, channels: ['sms'] })
  await site.drain()
  return calls.reservations.cancelToAccount({ id, ...ACCOUNT, ...over, token: codeTo(site, phone) })
}

describe('where a refund can go', () => {
  test('is the card first while its bank can reverse the payment, then the wallet and a bank account', async () => {
    const { id, calls } = await paid()
    const all = [
      { way: 'CARD', amount: PAID, to_wallet: 0 },
      { way: 'WALLET', amount: PAID, to_wallet: 0 },
      { way: 'ACCOUNT', amount: PAID, to_wallet: 0 },
    ]
    expect(await waysOf(id)).toEqual(all)
    expect(await waysOf(id, calls)).toEqual(all)
    later()
    expect(await waysOf(id)).toEqual(all.slice(1))
  })

  test('shows what goes to the wallet in addition', async () => {
    const { id } = await paid(200_000)
    const rest = { amount: PAID - 200_000, to_wallet: 200_000 }
    expect(await waysOf(id)).toEqual([
      { way: 'CARD', ...rest },
      { way: 'WALLET', amount: PAID, to_wallet: 0 },
      { way: 'ACCOUNT', ...rest },
    ])
  })

  test('is no bank account for another signed-in person, and nothing once it is cancelled', async () => {
    const { id } = await paid()
    const friend = await signedIn(site, { phone: '+989149999999' })
    expect((await waysOf(id, friend.calls)).map(({ way }) => way)).toEqual(['CARD', 'WALLET'])
    expect(await codeOf(friend.calls.reservations.cancelToAccount({ id, ...ACCOUNT }))).toBe('NOT_FOUND')
    await visitor.reservations.cancel({ id })
    expect(await waysOf(id)).toEqual([])
  })
})

describe('a customer who cancels', () => {
  test('can choose the wallet although the card is possible', async () => {
    const { id, phone } = await paid()
    expect(await visitor.reservations.cancel({ id, way: 'WALLET' })).toMatchObject({ refund: PAID })
    await site.drain()
    expect([await walletOf(phone), bank.sales().at(-1)?.state]).toEqual([PAID, 'verified'])
    expect((await visitor.reservations.voucher({ id })).payment?.card_return).toBeNull()
  })

  test('is asked again if the card has become impossible, and nothing is cancelled', async () => {
    const { id } = await paid()
    later()
    expect(await codeOf(visitor.reservations.cancel({ id, way: 'CARD' }))).toBe('REFUND_WAY_GONE')
    expect((await visitor.reservations.status({ id })).status).toBe('CONFIRMED')
    expect(await visitor.reservations.cancel({ id })).toMatchObject({ status: 'CANCELLED', refund: PAID })
  })

  test('can have it paid to their bank account with a code, in the next batch', async () => {
    const one = await paid()
    const { id, phone, calls } = one
    expect(await toAccount(one)).toMatchObject({ status: 'CANCELLED', refund: PAID, to_account: PAID })
    expect([await walletOf(phone), await payoutOf(id)]).toEqual([0, { amount: PAID, status: 'REQUESTED' }])
    await site.drain()
    expect(site.messages.map(({ text }) => text).join()).toContain('سه روز کاری')
    const { payouts } = await calls.account.walletPayouts()
    expect(payouts).toMatchObject([{ amount: PAID, status: 'REQUESTED', iban: 'IR••0001' }])
    // Again, by any way: the same answer, and no money moves.
    expect(await calls.reservations.cancelToAccount({ id, ...ACCOUNT })).toMatchObject({ to_account: PAID })
    expect(await visitor.reservations.cancel({ id })).toMatchObject({ refund: PAID })
    expect([await walletOf(phone), (await calls.account.walletPayouts()).payouts.length]).toEqual([0, 1])
  })

  test('keeps a gift and the former balance in the wallet', async () => {
    const one = await paid(200_000)
    expect(await toAccount(one)).toMatchObject({ refund: PAID, to_account: PAID - 200_000 })
    expect(await walletOf(one.phone)).toBe(200_000)
    expect(await cashOf(db, { wallet: one.phone, currency: 'IRT' })).toBe(0)
  })

  test('cancels nothing with a wrong code or a wrong account', async () => {
    const { id, phone, calls } = await paid()
    const { reservations } = calls
    const wrong = { id, holder: 'Sara', iban: 'DE89370400440532013000' }
    expect(await refusal(reservations.cancelToAccount(wrong))).toMatchObject({ data: { fields: { iban: ['sheba'] } } })
    await reservations.cancelToAccount({ id, ...ACCOUNT })
    await site.drain()
    const token = otherThan(codeTo(site, phone))
    const refused = await refusal(reservations.cancelToAccount({ id, ...ACCOUNT, token }))
    expect(refused).toMatchObject({ data: { fields: { token: ['code'] } } })
    expect((await visitor.reservations.status({ id })).status).toBe('CONFIRMED')
  })

  test('and chooses another way at the same moment gets the refund once', async () => {
    const one = await paid()
    const { id, phone, calls } = one
    await calls.reservations.cancelToAccount({ id, ...ACCOUNT })
    await site.drain()
    const token = codeTo(site, phone)
    await Promise.allSettled([
      calls.reservations.cancelToAccount({ id, ...ACCOUNT, token }),
      visitor.reservations.cancel({ id, way: 'CARD' }),
      calls.reservations.cancelToAccount({ id, ...ACCOUNT, token }),
      visitor.reservations.cancel({ id, way: 'WALLET' }),
    ])
    await site.drain()
    const sent = (await payoutOf(id))?.amount ?? 0
    const isReversed = bank.sales().at(-1)?.state === 'reversed'
    expect(sent + (isReversed ? PAID : 0) + (await walletOf(phone))).toBe(PAID)
  })

  test('gets it into the wallet again if the account is not theirs', async () => {
    const one = await paid()
    await toAccount(one, { holder: 'Someone Else' })
    const { operator } = (await signedIn(site, { phone: '+989120000310', role: 'ADMIN' })).calls
    const { id } = await db
      .selectFrom('wallet_payout')
      .select('id')
      .where('reservation_id', '=', one.id)
      .executeTakeFirstOrThrow()
    await operator.payouts.decideWalletPayout({ id, decision: 'REFUSED', reason: 'Not the name' })
    expect([await payoutOf(one.id), await walletOf(one.phone)]).toEqual([{ amount: PAID, status: 'RETURNED' }, PAID])
  })
})
