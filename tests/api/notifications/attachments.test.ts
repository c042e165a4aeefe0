import { afterEach, beforeEach, expect, test } from 'vitest'
import { notify } from '#app/api/notifications/notify.ts'
import { testApi } from '../../support/api/api.ts'
import { ABROAD, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { pagesOf } from '../../support/server/pdf.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const visitor = site.as({ language: 'en' })

beforeEach(async () => {
  await db.deleteFrom('message_count').execute()
  site.messages.length = 0
})
afterEach(() => expect(site.reported).toEqual([]))

/** Pays for a new reservation at the bank. */
async function pay(calls: typeof visitor, rental: Partial<typeof DRIVER> & { id: number }) {
  const { id } = await calls.reservations.reserve({ ...RENTAL, ...DRIVER, ...ABROAD, ...rental })
  const { payment_id, url } = await calls.payments.payOnline({ transaction_id: id })
  const answer = await bank.press(url ?? '', 'pay')
  await visitor.payments.clientVerify({ ref_id: payment_id, answer })
  await site.drain()
  return payment_id
}

const mails = () => site.messages.filter(({ channel }) => channel === 'email')
const pdfs = () => mails().flatMap(({ files = [] }) => files.filter(({ type }) => type === 'application/pdf'))

async function numberOf(payment: string) {
  const { number } = await db
    .selectFrom('invoice')
    .select('number')
    .where('payment_id', '=', payment)
    .executeTakeFirstOrThrow()
  return `SV-F${String(number).padStart(6, '0')}.pdf`
}

test('a visitor’s confirmation brings the invoice of the payment, once', async () => {
  const payment = await pay(visitor, { id: 101 })
  const files = pdfs()
  expect(files.map(({ name }) => name)).toEqual([await numberOf(payment)])
  expect(pagesOf(files[0]?.content as Buffer)).toBe(1)
  const mail = mails().find(({ files = [] }) => files.length > 0)
  expect(mail?.files?.map(({ name }) => name)).toEqual([expect.stringMatching(/\.ics$/), await numberOf(payment)])
  expect(mail?.text).toContain('The calendar file of this trip is attached. The invoice of this payment is attached.')
})

test('a top-up’s e-mail brings its invoice', async () => {
  const payer = await signedIn(site, { phone: '+989121110041' })
  await db.updateTable('account').set({ email: 'payer@example.com' }).where('id', '=', payer.id).execute()
  const { payment_id, url } = await payer.calls.payments.payOnline({ amount: 100_000, currency: 'IRT' })
  const answer = await bank.press(url ?? '', 'pay')
  await visitor.payments.clientVerify({ ref_id: payment_id, answer })
  await site.drain()
  expect(pdfs().map(({ name }) => name)).toEqual([await numberOf(payment_id)])
})

test('the e-mail of a payout brings the company’s statement to its owner', async () => {
  const owner = await signedIn(site, {
    ...{ role: 'AGENT', company: TOMAN.company, staffRole: 'OWNER', phone: '+989120000100' },
  })
  await db.updateTable('account').set({ email: 'owner@example.com' }).where('id', '=', owner.id).execute()
  const payout = { kind: 'payoutSent', company: TOMAN.company, payout: 1, currency: 'IRT', amount: 5_000 } as const
  await db.transaction().execute((tx) => notify(site.deps, tx, payout))
  await site.drain()
  expect(mails().map(({ to, files }) => [to, files?.map(({ name }) => name)])).toEqual([
    ['owner@example.com', ['statement-IRT.pdf']],
  ])
})

test('an e-mail about a payment that has no invoice goes out without one', async () => {
  const payer = await signedIn(site, { phone: '+989121110042' })
  await db.updateTable('account').set({ email: 'other@example.com' }).where('id', '=', payer.id).execute()
  const { payment_id } = await payer.calls.payments.payOnline({ amount: 100_000, currency: 'IRT' })
  const { holder: wallet } = await db
    .selectFrom('account')
    .select('holder')
    .where('id', '=', payer.id)
    .executeTakeFirstOrThrow()
  const filled = { kind: 'walletFilled', payment: payment_id, currency: 'IRT', amount: 1, balance: 1 } as const
  await db.transaction().execute((tx) => notify(site.deps, tx, { ...filled, wallet }))
  await site.drain()
  expect(mails()).toHaveLength(1)
  expect(pdfs()).toEqual([])
})

test('the e-mail about a refund brings its credit notes', async () => {
  const payment = await pay(visitor, { id: 104 })
  const { reservation_id } = await db
    .selectFrom('payment')
    .select('reservation_id')
    .where('id', '=', payment)
    .executeTakeFirstOrThrow()
  site.messages.length = 0
  await visitor.reservations.cancel({ id: reservation_id ?? '', way: 'WALLET' })
  await site.drain()
  const { last } = await db.selectFrom('credit_note_series').select('last').executeTakeFirstOrThrow()
  expect(pdfs().map(({ name }) => name)).toEqual([`SV-G${String(last).padStart(6, '0')}.pdf`])
  expect(mails().find(({ files = [] }) => files.length > 0)?.text).toContain('The credit note is attached.')
})
