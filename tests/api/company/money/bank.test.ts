import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publicId } from '#app/api/call/public-id.ts'
import { createBankFileReader } from '#app/providers/bank-files/bank-file-reader.ts'
import { BANK_LINES_MAX } from '#app/rules/money/bank/bank-line.ts'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { camt } from '../../../support/bank-files.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { owner, agency, elsewhere } = await fiveIdentities(site)
const desk = await signedIn(site, {
  ...{ role: 'AGENT', company: TOMAN.company, phone: '+989120000101', staffRole: 'DESK' },
})
const bank = () => agency.calls.company.money.bank
beforeEach(() => site.clock.set('2026-12-05T08:00:00Z'))
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const HEAD = 'تاریخ,شرح,مبلغ,شماره پیگیری'
const csv = (...rows: string[]) => new File([[HEAD, ...rows].join('\n')], 'mellat.csv', { type: 'text/csv' })
const upload = (...rows: string[]) => bank().upload({ file: csv(...rows), unit: 'IRT' })

site.clock.set('2026-11-20T08:00:00Z')
const { id: reservation_id } = await owner.calls.reservations.reserve({ ...RENTAL, ...DRIVER })
async function paid(amount: number, more: object = {}) {
  const id = publicId()
  await db
    .insertInto('desk_money')
    .values({
      ...{ id, reservation_id, purpose: 'RENT', way: 'TRANSFER', amount },
      ...{ at: new Date('2026-12-03T20:00:00Z'), ...more },
    })
    .execute()
  return `D-${id}`
}
async function paidOut(amount: number) {
  const at = new Date('2026-12-02T08:00:00Z')
  const batch = await db
    .insertInto('payout_batch')
    .values({ currency_id: 6, created_at: at, created_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('payout')
    .values({
      ...{ batch_id: batch.id, company_id: TOMAN.company, currency_id: 6, amount, holder: 'Marjan', iban: 'IR06' },
      ...{ status: 'PAID', decided_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { key: `P-${id}`, reference: `PO-${batch.id}-${id}` }
}

test('a statement is matched with payouts and payments at the desk; what is on one side only is listed', async () => {
  const payout = await paidOut(140_800_000)
  const byName = await paid(8_100_000)
  const missing = await paid(5_000_000)
  await paid(7_000_000, { way: 'CASH' })
  await paid(6_000_000, { at: new Date('2026-10-01T08:00:00Z') })
  const rows = [
    `۱۴۰۵/۰۹/۱۲,"${payout.reference.replaceAll('-', '')}",140800000,1`,
    '1405/09/13,"کارت به کارت سارا محمدی",8100000,2',
    '1405/09/13,کارمزد,-25000,3',
    '1405/09/13,کارمزد,-25000,3',
    '1405/09/11,مانده,0,',
  ]
  expect(await upload(...rows)).toEqual({ currency: 'IRT', lines: 4, added: 4, matched: 2 })
  const all = await bank().lines({})
  expect(all).toMatchObject({
    ...{ count: 2, open: { count: 2, amount: -50_000 }, matched: { count: 2, amount: 148_900_000 } },
    ...{ missing: { count: 1, amount: 5_000_000 }, different: { count: 0 }, explained: { count: 0 } },
    statements: [{ name: 'mellat.csv', format: 'CSV', from: '2026-12-03', to: '2026-12-04', lines: 4 }],
  })
  const matched = (await bank().lines({ view: 'MATCHED' })).results
  expect(matched.map(({ why, matched: items }) => [why, items.map(({ key }) => key)])).toEqual([
    ['AMOUNT', [byName]],
    ['REFERENCE', [payout.key]],
  ])
  expect((await bank().missing({})).results).toMatchObject([{ key: missing, kind: 'RENT', amount: 5_000_000 }])

  // The same statement adds nothing, and a longer one only what is new.
  expect(await upload(...rows)).toMatchObject({ added: 0, matched: 0 })
  expect(await upload(...rows, '1405/09/14,حواله,5000000,9')).toMatchObject({ lines: 5, added: 1, matched: 1 })
  expect(await bank().lines({})).toMatchObject({ count: 2, missing: { count: 0 } })
})

test('a person decides what a line is, with a difference that stays listed, and takes it back', async () => {
  const [{ id: fee } = { id: 0 }, { id: other } = { id: 0 }] = (await bank().lines({})).results
  expect(await bank().explain({ id: fee, note: 'Fee' })).toMatchObject({
    state: 'EXPLAINED',
    note: 'Fee',
    candidates: [],
  })
  expect(await codeOf(bank().explain({ id: fee, note: 'Again' }))).toBe('CHANGED_MEANWHILE')
  const back = await paid(30_000, { purpose: 'DEPOSIT_BACK' })
  expect((await bank().line({ id: other })).candidates).toMatchObject([{ key: back, amount: -30_000 }])
  expect(await bank().match({ id: other, item: back })).toMatchObject({
    ...{ state: 'MATCHED', why: 'HAND', matched: [{ key: back }] },
  })
  expect(await codeOf(bank().match({ id: other, item: back }))).toBe('CHANGED_MEANWHILE')
  expect((await bank().lines({ view: 'DIFFERENT' })).results).toMatchObject([{ id: other }])
  expect(await codeOf(bank().match({ id: fee, item: back }))).toBe('CHANGED_MEANWHILE')

  expect(await bank().reopen({ id: fee })).toMatchObject({ state: 'OPEN', note: null })
  expect(await codeOf(bank().match({ id: fee, item: back }))).toBe('CHANGED_MEANWHILE')
  expect(await codeOf(bank().match({ id: fee, item: `D-${publicId()}` }))).toBe('INVALID_FIELDS')
  await bank().reopen({ id: other })
  // No rule matches a line whose match a person took away.
  await paid(25_000, { purpose: 'DEPOSIT_BACK' })
  expect(await upload('1405/09/15,نو,111,')).toMatchObject({ added: 1, matched: 0 })

  // Money that was recorded by mistake is not matched any more.
  await bank().match({ id: other, item: back })
  await db.updateTable('desk_money').set({ undone_at: new Date() }).where('id', '=', back.slice(2)).execute()
  expect(await bank().line({ id: other })).toMatchObject({ state: 'OPEN', matched: [] })
})

test('a file that cannot be read is refused with its line, and stores nothing', async () => {
  const before = await db.selectFrom('bank_line').select('id').execute()
  const refused = async (text: string) => (await refusal(bank().upload({ file: new File([text], 'x') }))).data
  expect(await refused(`${HEAD}\n1405/09/12,x,5,\n1405/13/12,y,5,`)).toEqual({
    fields: { file: ['bank_file_line'] },
    values: { file: { n: 3 } },
  })
  expect(await refused('<!DOCTYPE x><Document/>')).toMatchObject({ fields: { file: ['bank_file_declarations'] } })
  expect(await db.selectFrom('bank_line').select('id').execute()).toEqual(before)
})

test('only owners see the bank, and only their own', async () => {
  const [{ id } = { id: 0 }] = (await bank().lines({})).results
  for (const { calls } of [desk, elsewhere, owner]) {
    const { bank: theirs } = calls.company.money
    expect(await codeOf(theirs.line({ id }))).toBe('NOT_FOUND')
    expect(await codeOf(theirs.explain({ id, note: 'x' }))).toBe('NOT_FOUND')
    expect(await codeOf(theirs.reopen({ id }))).toBe('NOT_FOUND')
  }
  expect((await elsewhere.calls.company.money.bank.lines({})).count).toBe(0)
  expect(await elsewhere.calls.company.money.bank.upload({ file: csv('1405/09/13,کارمزد,-25000,3') })).toMatchObject({
    added: 1,
  })
})

test('a statement that was added by mistake is removed, but none whose line is matched or in another one', async () => {
  const row = (text: string, amount: number) => `1405/08/20,${text},${amount},`
  const latest = async () => (await bank().lines({})).statements[0]
  await upload(row('wrong unit', 710))
  const mistaken = await latest()
  expect(mistaken?.removable).toBe(true)
  const before = (await bank().lines({})).open.count
  await bank().removeStatement({ id: mistaken?.id ?? 0 })
  expect((await bank().lines({})).open.count).toBe(before - 1)
  expect(await codeOf(bank().removeStatement({ id: mistaken?.id ?? 0 }))).toBe('NOT_FOUND')

  await upload(row('wrong unit', 710))
  const used = await latest()
  await upload(row('wrong unit', 710), row('more', 720))
  expect((await bank().lines({})).statements.map(({ removable }) => removable).slice(0, 2)).toEqual([true, false])
  expect((await refusal(bank().removeStatement({ id: used?.id ?? 0 }))).data).toMatchObject({
    fields: { '': ['statement_used'] },
  })
  const later = await latest()
  const line = (await bank().lines({ size: 100 })).results.find(({ text }) => text === 'more')
  await bank().explain({ id: line?.id ?? 0, note: 'A fee' })
  expect(await codeOf(bank().removeStatement({ id: later?.id ?? 0 }))).toBe('INVALID_FIELDS')
  expect(await codeOf(elsewhere.calls.company.money.bank.removeStatement({ id: later?.id ?? 0 }))).toBe('NOT_FOUND')
})

test('a line is open again once the bank has returned the payout that it was', async () => {
  const payout = await paidOut(3_330_000)
  await upload(`1405/09/12,${payout.reference},3330000,`)
  const lineOf = async (view: 'MATCHED' | 'OPEN') =>
    (await bank().lines({ view, size: 100 })).results.find(({ amount }) => amount === 3_330_000)
  expect(await lineOf('MATCHED')).toMatchObject({ matched: [{ key: payout.key }] })
  await db
    .updateTable('payout')
    .set({ status: 'RETURNED' })
    .where('id', '=', Number(payout.key.slice(2)))
    .execute()
  expect(await lineOf('MATCHED')).toBeUndefined()
  expect(await lineOf('OPEN')).toMatchObject({ matched: [], state: 'OPEN' })
})

test('rent that was given back is matched with the line that took it from the account', async () => {
  const key = await paid(440_000, { purpose: 'RENT_BACK' })
  await upload('1405/09/13,بازگشت اجاره,-440000,')
  const line = (await bank().lines({ view: 'MATCHED', size: 100 })).results.find(({ amount }) => amount === -440_000)
  expect(line?.matched).toMatchObject([{ key, amount: -440_000 }])
})

test('equal lines of two accounts are two, where the person names the accounts that the files do not', async () => {
  const row = '1405/09/20,کارمزد ماهانه,-31000,77'
  const of = (account: string, ...rows: string[]) => bank().upload({ file: csv(row, ...rows), unit: 'IRT', account })
  expect(await of('ملت')).toMatchObject({ added: 1 })
  expect(await of('سامان', '1405/09/20,کارمزد,-1000,78')).toMatchObject({ lines: 2, added: 2 })
  expect(await of('ملت', '1405/09/20,کارمزد,-2000,79')).toMatchObject({ lines: 2, added: 1 })
})

test('other requests have their turn while a large statement is read', async () => {
  const lines = Array.from({ length: BANK_LINES_MAX }, (_, at) => ({
    ...{ on: '2026-12-01', amount: at + 1, reference: `R-${at}`, name: 'Savari GmbH', text: 'Payout '.repeat(20) },
  }))
  const reader = createBankFileReader()
  const reading = reader.read(new TextEncoder().encode(camt(lines)), 'EUR')
  const turns = (async () => {
    for (let at = 0; at < 5; at += 1) await nextTurn()
    return 'turns'
  })()
  expect(await Promise.race([reading, turns])).toBe('turns')
  expect((await reading).lines).toHaveLength(BANK_LINES_MAX)
  await reader.close()
})
