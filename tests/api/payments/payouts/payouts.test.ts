import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { balanceOf, post } from '#app/api/books/ledger.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { nextTargetDay } from '#app/rules/money/target-days.ts'
import { testApi } from '../../../support/api/api.ts'
import { wrongInBooks } from '../../../support/api/books.ts'
import { BY_HAND, loadFleet, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { notifiedToApprove } from '../../../support/api/people.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { owner, agency, elsewhere, admin } = await fiveIdentities(site)
const desk = await signedIn(site, { role: 'AGENT', company: TOMAN.company, phone: '+989120000601', staffRole: 'DESK' })

const SHEBA = 'IR062960000000100324200001'
const IBAN = 'DE89370400440532013000'
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})
/** Pays out everything that is due and gives one company its bank account, so that each test starts from the same state. */
beforeEach(async () => {
  const account = { holder: 'Marjan', iban: SHEBA, changed_at: site.clock.now(), holder_status: 'MATCHES' } as const
  await db
    .insertInto('company_bank')
    .values({ company_id: TOMAN.company, ...account })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(account))
    .execute()
  for (const company of [TOMAN.company, BY_HAND.company])
    for (const currency of ['IRT', 'EUR'] as const) await earn(company, -(await owed(company, currency)), currency)
  site.clock.advance(11)
})

let keys = 0
const owed = (company: number, currency: 'IRT' | 'EUR' = 'IRT') =>
  balanceOf(db, { kind: 'COMPANY', owner: company, currency })
/** Books the money that a completed rental brings a company, or that undoing one takes away. */
async function earn(company: number, amount: number, currency: 'IRT' | 'EUR' = 'IRT') {
  await db.transaction().execute((tx) =>
    post(tx, {
      key: `test ${keys++}`,
      kind: 'COMMISSION',
      currency,
      at: site.clock.now(),
      entries: [
        { kind: 'COMMISSION', owner: 'marketplace', amount: -amount },
        { kind: 'COMPANY', owner: company, amount },
      ],
    }),
  )
}
/** The company's legal name. */
async function sayLegalName(legal: string) {
  await db.updateTable('company').set({ legal_name: legal }).where('id', '=', TOMAN.company).execute()
  return { legal }
}
const due = async () => (await admin.calls.operator.payouts.list({})).due

const CONFIRMED = { reason: 'Seen in the register' }

test('an account is an IBAN with a valid checksum; toman go to a Sheba number', async () => {
  for (const iban of ['', 'IR1', IBAN, 'IR062960000000100324200002', '=cmd()'])
    expect(await codeOf(agency.calls.company.money.changeBank({ holder: 'Marjan Rent', iban })), iban).toBe(
      'INVALID_FIELDS',
    )
  expect(
    await agency.calls.company.money.changeBank({ holder: 'Marjan', iban: '۰۶ ۲۹۶۰ 000000100324200001' }),
  ).toMatchObject({
    iban: 'IR••0001',
  })
  for (const { calls } of [desk, owner])
    expect(await codeOf(calls.company.money.changeBank({ holder: 'Marjan Rent', iban: SHEBA }))).toBe('NOT_FOUND')
  expect((await elsewhere.calls.company.money.statement({})).bank).toBeNull()
})

test('an account waits for an operator if its holder is not the company by name, and so does each new one', async () => {
  await earn(TOMAN.company, 800)
  site.clock.advance(11)
  const change = (holder: string) => agency.calls.company.money.changeBank({ holder, iban: SHEBA })
  const confirm = async () => {
    const [row] = await due()
    return admin.calls.operator.payouts.confirmHolder({
      ...CONFIRMED,
      id: TOMAN.company,
      changed_at: row?.bank_changed_at ?? '',
    })
  }
  const { legal } = await sayLegalName('Kish Rah Pars Co.')
  expect(await change(`  ${legal.toUpperCase()} `)).toMatchObject({ holder_status: 'MATCHES' })
  expect(await due()).toMatchObject([{ account: 'READY', legal_name: legal }])
  expect(await codeOf(confirm())).toBe('PAYOUT_DECIDED')

  expect(await change('Reza Karimi')).toMatchObject({ holder_status: 'WAITING' })
  expect(await due()).toMatchObject([{ account: 'HOLDER_WAITS', holder: 'Reza Karimi' }])
  expect(await admin.calls.operator.payouts.make({ currency: 'IRT' })).toEqual({ id: null, payouts: 0 })
  const seen = (await due())[0]?.bank_changed_at ?? ''
  site.clock.advance(1)
  await change('Reza Karimi 2')
  const old = { ...CONFIRMED, id: TOMAN.company, changed_at: seen }
  expect(await codeOf(admin.calls.operator.payouts.confirmHolder(old))).toBe('PAYOUT_DECIDED')
  for (const { calls } of [owner, agency, desk])
    expect(await codeOf(calls.operator.payouts.confirmHolder(old))).toBe('NOT_FOUND')
  expect(await codeOf(admin.calls.operator.payouts.confirmHolder({ ...old, id: BY_HAND.company }))).toBe('NOT_FOUND')
  await confirm()
  expect((await agency.calls.company.money.statement({})).bank).toMatchObject({ holder_status: 'CONFIRMED' })
  expect(await due()).toMatchObject([{ account: 'READY' }])
  const { id } = await admin.calls.operator.payouts.make({ currency: 'IRT' })
  await admin.calls.operator.payouts.settle({ id: id ?? 0, outcome: 'PAID' })
  await change(legal)
})

test('a company in euro writes its holder in letters that SEPA banks accept', async () => {
  const bank = (holder: string) => elsewhere.calls.company.money.changeBank({ holder, iban: IBAN })
  const currency = (currency_id: number) =>
    db.updateTable('company').set({ currency_id }).where('id', '=', BY_HAND.company).execute()
  await currency(CURRENCY_IDS.EUR)
  expect(await refusal(bank('مرجان رنت'))).toMatchObject({ data: { fields: { holder: ['latin_name'] } } })
  expect(await bank('Darya')).toMatchObject({ holder_status: 'MATCHES', iban: 'DE••3000' })
  await earn(BY_HAND.company, 900, 'EUR')
  await earn(BY_HAND.company, 900, 'IRT')
  site.clock.advance(11)
  expect((await due()).map(({ currency, account }) => [currency, account])).toEqual(
    expect.arrayContaining([
      ['EUR', 'READY'],
      ['IRT', 'OTHER_CURRENCY'],
    ]),
  )
  await currency(CURRENCY_IDS.IRT)
  await db.deleteFrom('company_bank').where('company_id', '=', BY_HAND.company).execute()
})

describe('payouts', () => {
  test('in euro are in the file on the next banking day, but for accounts that no SEPA transfer reaches', async () => {
    for (const [iban, in_file] of [
      [IBAN, true],
      ['TR330006100519786457841326', false],
    ] as const) {
      const account = { holder: 'Darya', iban, changed_at: site.clock.now(), holder_status: 'MATCHES' as const }
      await db
        .insertInto('company_bank')
        .values({ company_id: BY_HAND.company, ...account })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(account))
        .execute()
      await earn(BY_HAND.company, 900, 'EUR')
      site.clock.advance(11)
      const { id } = (await admin.calls.operator.payouts.make({ currency: 'EUR' })) as { id: number }
      const { items, executes_on } = await admin.calls.operator.payouts.batch({ id })
      expect(items.map((item) => item.in_file)).toEqual([in_file])
      const today = site.clock.now().toISOString().slice(0, 10)
      expect(executes_on).toBe(nextTargetDay(today))
      expect(String(executes_on) > today).toBe(true)
      await admin.calls.operator.payouts.settle({ id, outcome: 'PAID' })
    }
    await db.deleteFrom('company_bank').where('company_id', '=', BY_HAND.company).execute()
  })

  test('pay what is owed once, also when two are made at the same moment', async () => {
    await earn(TOMAN.company, 1_234_567)
    await earn(BY_HAND.company, 500)
    site.clock.advance(11)
    expect(await due()).toMatchObject([
      { company: { id: TOMAN.company }, amount: 1_234_567, iban: 'IR••0001' },
      // A company without an account is listed, but not paid.
      { company: { id: BY_HAND.company }, amount: 500, iban: null },
    ])
    const made = await Promise.all([1, 2, 3].map(() => admin.calls.operator.payouts.make({ currency: 'IRT' })))
    expect(made.filter(({ id }) => id !== null)).toHaveLength(1)
    const id = made.find((one) => one.id !== null)?.id ?? 0
    expect(await admin.calls.operator.payouts.batch({ id })).toMatchObject({
      amount: 1_234_567,
      items: [{ amount: 1_234_567, iban: SHEBA, status: 'OPEN' }],
    })
    expect((await agency.calls.company.money.statement({})).on_its_way).toBe(1_234_567)

    const settled = await Promise.allSettled(
      [1, 2].map(() => admin.calls.operator.payouts.settle({ id, outcome: 'PAID' })),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await codeOf(admin.calls.operator.payouts.settle({ id, outcome: 'RETURNED' }))).toBe('PAYOUT_DECIDED')
    expect(await owed(TOMAN.company)).toBe(0)
    const { results, balance, on_its_way } = await agency.calls.company.money.statement({})
    expect(results[0]).toMatchObject({ kind: 'PAYOUT', amount: -1_234_567, balance: 0 })
    expect({ balance, on_its_way }).toEqual({ balance: 0, on_its_way: 0 })
    expect(await admin.calls.operator.payouts.make({ currency: 'IRT' })).toEqual({ id: null, payouts: 0 })
  })

  test('above the configured amount wait for a second operator, who is not their author', async () => {
    const colleague = await signedIn(site, { phone: '+989120000777', role: 'ADMIN' })
    const operator = () => admin.calls.operator
    const { approval_irt } = await operator().settings.read()
    await db.updateTable('site_config').set({ approval_irt: 999 }).execute()
    await earn(TOMAN.company, 1000)
    site.clock.advance(11)
    const { id } = (await operator().payouts.make({ currency: 'IRT' })) as { id: number }
    expect(await operator().payouts.batch({ id })).toMatchObject({ approval: 'WAITING', approvable: false })
    expect(await notifiedToApprove(site)).toEqual([colleague.id])
    expect(await codeOf(operator().payouts.settle({ id, outcome: 'PAID' }))).toBe('PAYOUT_NOT_APPROVED')
    expect(await codeOf(operator().payouts.approve({ id }))).toBe('PAYOUT_DECIDED')
    expect((await colleague.calls.operator.payouts.batch({ id })).approvable).toBe(true)
    const approvals = await Promise.allSettled([1, 2].map(() => colleague.calls.operator.payouts.approve({ id })))
    expect(approvals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await operator().payouts.batch({ id })).toMatchObject({ approval: 'APPROVED', approved_by: 'سارا محمدی' })
    await operator().payouts.settle({ id, outcome: 'PAID' })
    // A waiting batch can be withdrawn, and a small one needs no approval.
    await earn(TOMAN.company, 1000)
    site.clock.advance(11)
    const back = (await operator().payouts.make({ currency: 'IRT' })) as { id: number }
    await operator().payouts.settle({ id: back.id, outcome: 'RETURNED' })
    expect(await codeOf(colleague.calls.operator.payouts.approve({ id: back.id }))).toBe('PAYOUT_DECIDED')
    await db.updateTable('site_config').set({ approval_irt }).execute()
    const small = (await operator().payouts.make({ currency: 'IRT' })) as { id: number }
    expect(await operator().payouts.batch({ id: small.id })).toMatchObject({ approval: 'NOT_NEEDED' })
    await operator().payouts.settle({ id: small.id, outcome: 'PAID' })
    expect(await codeOf(colleague.calls.operator.payouts.approve({ id: 9_999 }))).toBe('NOT_FOUND')
    // Other tests count on a single operator.
    await db.updateTable('account').set({ role: 'CLIENT' }).where('id', '=', colleague.id).execute()
  })

  test('that are returned are due again; what can still be undone is not due yet', async () => {
    await earn(TOMAN.company, 700)
    expect(await due()).toEqual([])
    site.clock.advance(11)
    const { id } = await admin.calls.operator.payouts.make({ currency: 'IRT' })
    await earn(TOMAN.company, 50)
    expect(await due()).toEqual([])
    await admin.calls.operator.payouts.settle({ id: id ?? 0, outcome: 'RETURNED' })
    expect(await due()).toMatchObject([{ amount: 700 }])
    site.clock.advance(11)
    expect(await due()).toMatchObject([{ amount: 750 }])
    expect((await admin.calls.operator.payouts.list({})).results[0]).toMatchObject({ id, returned: 1, open: 0 })
  })

  test('are exactly what is owed, whatever happens in between', async () => {
    const step = fc.oneof(
      fc.integer({ min: -5_000, max: 9_999 }).map((amount) => ({ kind: 'earn' as const, amount })),
      fc.constant({ kind: 'make' as const }),
      fc.constantFrom('PAID' as const, 'RETURNED' as const).map((outcome) => ({ kind: 'settle' as const, outcome })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const before = await owed(TOMAN.company)
        let earned = 0
        let paid = 0
        let open: { id: number; amount: number } | undefined
        for (const one of steps) {
          site.clock.advance(11)
          if (one.kind === 'earn' && one.amount !== 0) {
            await earn(TOMAN.company, one.amount)
            earned += one.amount
          } else if (one.kind === 'make') {
            const holds = await owed(TOMAN.company)
            const { id } = await admin.calls.operator.payouts.make({ currency: 'IRT' })
            expect(id !== null).toBe(!open && holds > 0)
            if (id !== null) {
              open = { id, amount: (await admin.calls.operator.payouts.batch({ id })).amount }
              expect(open.amount).toBe(holds)
            }
          } else if (one.kind === 'settle' && open) {
            await admin.calls.operator.payouts.settle({ id: open.id, outcome: one.outcome })
            if (one.outcome === 'PAID') paid += open.amount
            open = undefined
          }
        }
        if (open) await admin.calls.operator.payouts.settle({ id: open.id, outcome: 'RETURNED' })
        expect(await owed(TOMAN.company)).toBe(before + earned - paid)
      }),
      { numRuns: 12 },
    )
  })

  test('are for operators only, and statements for owners', async () => {
    for (const { calls } of [owner, agency, desk]) {
      expect(await codeOf(calls.operator.payouts.list({}))).toBe('NOT_FOUND')
      expect(await codeOf(calls.operator.payouts.make({ currency: 'IRT' }))).toBe('NOT_FOUND')
    }
    expect(await codeOf(desk.calls.company.money.statement({}))).toBe('NOT_FOUND')
    expect(await codeOf(admin.calls.operator.payouts.batch({ id: 9_999 }))).toBe('NOT_FOUND')
    expect(await codeOf(admin.calls.operator.payouts.settle({ id: 9_999, outcome: 'PAID' }))).toBe('NOT_FOUND')
  })
})

test('a statement is sorted by date, whenever its lines were entered', async () => {
  const start = await owed(TOMAN.company)
  site.clock.advance(60)
  await earn(TOMAN.company, 300)
  site.clock.advance(-30)
  await earn(TOMAN.company, 20)
  site.clock.advance(31)
  await earn(TOMAN.company, 1)
  const { results, balance } = await agency.calls.company.money.statement({})
  expect(results.slice(0, 3).map(({ amount }) => amount)).toEqual([1, 300, 20])
  expect(results.slice(0, 3).map((line) => line.balance - start)).toEqual([321, 320, 20])
  expect(results[0]?.balance).toBe(balance)
})
