import { afterEach, beforeEach, expect } from 'vitest'
import { cashOf } from '#app/api/books/ledger.ts'
import type { Gateway } from '#app/providers/gateways/gateway.ts'
import { payAtBank } from '../browser/steps/paid.ts'
import { testDatabase } from '../server/database/database.ts'
import { testBank } from '../server/simulators/bank.ts'
import { banksAt, testApi } from './api.ts'
import { balances, wrongInBooks } from './books.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from './fleet.ts'
import { fiveIdentities, signedIn } from './identities.ts'

const BEFORE = '2026-11-23T05:30:00Z'
export const PICK_UP = '2026-12-01T06:30:00Z'
export const RETURN = '2026-12-04T06:30:00Z'
/** Of each rental, in toman. */
export const AMOUNT = 15_000_000
export const OUT = {
  kind: 'PICK_UP',
  odometer: 48_000,
  level: 8,
  handed_by: 'لیلا',
  received_by: 'سارا محمدی',
} as const
export const BACK = { ...OUT, kind: 'RETURN', odometer: 48_100, open_reason: 'Pays by invoice' } as const

/** A company that takes deposits online, its customer and its desk; the books are checked after every test. */
export async function depositSite() {
  const { db } = await testDatabase()
  const bank = await testBank(() => site.clock.now())
  const banks = banksAt(bank.origin, { now: () => site.clock.now() }, true)
  /** Whether the bank refuses to reverse, as if its time limit had passed. */
  const state = { isLate: false, car: 101 }
  const reverse: NonNullable<Gateway['reverse']> = async (input) => {
    if (state.isLate) return { outcome: 'refused', code: '-6', reason: 'too late', alert: false }
    return (await banks.saman.reverse?.(input)) ?? { outcome: 'unknown', reason: 'no such call' }
  }
  const gateways = { saman: { ...banks.saman, reverse }, yekpay: banks.yekpay }
  const site = await testApi({ db, bank: bank.origin, gateways })
  await loadFleet(db)
  const { visitor, owner, other, agency } = await fiveIdentities(site)
  const staff = { role: 'AGENT', company: TOMAN.company } as const
  const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })

  beforeEach(async () => {
    site.clock.set(BEFORE)
    state.isLate = false
    await db.updateTable('company').set({ deposit_online: true }).where('id', '=', TOMAN.company).execute()
  })
  afterEach(async () => {
    expect(site.reported).toEqual([])
    expect(await wrongInBooks(db)).toEqual([])
  })

  async function confirmed() {
    state.car += 1
    site.clock.set(BEFORE)
    const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: state.car })
    await payAtBank(site, bank, id)
    const set = { trust: 'CHEQUE', guarantee_amount: AMOUNT } as const
    await db.updateTable('reservation').set(set).where('id', '=', id).execute()
    return id
  }
  const ask = (id: string) => owner.calls.reservations.payDeposit({ id })
  /** A confirmed rental whose deposit was paid at the bank. */
  async function paid() {
    const id = await confirmed()
    await payAtBank(site, bank, (await ask(id)).transaction_id)
    return id
  }
  const balance = async (account: string) => (await balances(db))[account] ?? 0
  return {
    ...{ db, bank, site, state, visitor, owner, other, agency, desk, confirmed, ask, paid },
    protocols: () => desk.calls.company.protocols,
    factsOf: async (id: string) => (await owner.calls.reservations.read({ id })).deposit_facts,
    held: (id: string) => balance(`DEPOSIT ${id}`),
    companyHas: () => balance(`COMPANY ${TOMAN.company}`),
    walletHas: () => balance(`WALLET ${owner.phone}`),
    cashHas: () => cashOf(db, { wallet: owner.phone, currency: 'IRT' }),
    kindsOf: async (id: string) => {
      const rows = await db.selectFrom('notification').select('kind').where('reservation_id', '=', id).execute()
      return [...new Set(rows.map(({ kind }) => kind))].filter((kind) => /deposit|card/i.test(kind)).sort()
    },
    /** The payments of a deposit, whatever became of them. */
    paymentsOf: (id: string) =>
      db
        .selectFrom('payment')
        .selectAll()
        .where('reservation_id', '=', id)
        .where('deposit_id', 'is not', null)
        .execute(),
  }
}
