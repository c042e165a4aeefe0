import { ORPCError } from '@orpc/client'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { returnToCard } from '#app/api/payments/give-back/card-return.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { isDeath, mortal } from '../../support/server/process/mortal.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const life = mortal(db)
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db: life.db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, admin, elsewhere } = await fiveIdentities(site)

/** The wallet's balance is the sum of its history as the person sees it, and the books have no violations. */
async function expectRightBooks() {
  expect(await wrongInBooks(db)).toEqual([])
  const { results } = await owner.calls.account.walletHistory({ currency: 'IRT', size: 100 })
  const { rows } = await sql<{ balance: number }>`
    select balance from ledger_account where kind = 'WALLET' and owner = ${owner.phone} and currency_id = 6`.execute(db)
  expect(results[0]?.balance ?? 0).toBe(rows[0]?.balance ?? 0)
  expect(site.reported.filter((error) => !isDeath(error))).toEqual([])
}

/** The whole run dies at every statement, the sample at every fifth; the last test of this file covers them in random order. */
const STEP = process.env.FULL_MATRIX ? 1 : 5

/**
 * Runs an action in a process that dies at its first statement, at a later one, and so on until it survives. Each time
 * the books must be consistent after the death, and again after the next process's sweep. `prepare` makes what the
 * action is about.
 */
async function dyingOnTheWay<Made>(prepare: () => Promise<Made>, action: (made: Made) => Promise<unknown>) {
  for (let statement = 1; ; statement += STEP) {
    const made = await prepare()
    life.dieAt(statement)
    await action(made).catch((error: { code?: string }) => {
      if (error.code !== 'INTERNAL_SERVER_ERROR') throw error
    })
    if (!life.revive()) return { statements: statement - 1, made }
    await expectRightBooks()
    site.clock.advance(1)
    await site.sweep()
    await expectRightBooks()
    await action(made)
    await expectRightBooks()
  }
}

let count = 0
/** Dates that no other test uses. */
function form(days = 3, ad = 101) {
  count += 1
  const start_date = addDays('2026-12-10', (count % 40) * 8)
  return {
    ...RENTAL,
    ...DRIVER,
    id: ad + (Math.floor(count / 40) % 4),
    start_date,
    end_date: addDays(start_date, days),
  }
}
const reserve = async (days?: number, ad?: number) => (await visitor.reservations.reserve(form(days, ad))).id
async function paid(days?: number, ad?: number) {
  const id = await reserve(days, ad)
  await payAtBank(site, bank, id)
  return id
}
/** Money in the owner's wallet. */
async function filled(amount: number) {
  const started = await owner.calls.payments.payOnline({ amount, currency: 'IRT' })
  await visitor.payments.clientVerify({ ref_id: started.payment_id, answer: await pressed(started.url) })
}
async function atBank(transaction_id: string, use_wallet = false) {
  const started = await owner.calls.payments.payOnline({ transaction_id, use_wallet })
  return { ref_id: started.payment_id, answer: await pressed(started.url) }
}
/** The fields that the bank sends back; undefined when it was not reached, or no longer shows its page. */
const pressed = (url: string | null) => (url ? bank.press(url, 'pay').catch(() => undefined) : undefined)
const longer = async (id: string, days: number) => {
  const { end_date } = await owner.calls.reservations.read({ id })
  return owner.calls.reservations.change({ id, end_date: addDays(end_date, days) })
}
/** Ignores a refusal that says that the action was already done. */
const unless = (code: string) => (error: { code?: string }) => {
  if (error.code !== code) throw error
}
const cancelled = (id: string) => visitor.reservations.cancel({ id })

describe('a process that dies at any statement leaves consistent books, and the action can be repeated', () => {
  test('paying a part from the wallet and the rest at the bank', async () => {
    await dyingOnTheWay(
      async () => {
        await filled(10_000)
        return atBank(await reserve(), true)
      },
      async (back) => {
        expect(await visitor.payments.clientVerify(back)).toMatchObject({ status: 'PAID' })
      },
    )
  }, 240_000)

  test('paying from the wallet alone', async () => {
    const { statements } = await dyingOnTheWay(
      async () => {
        await filled(810_000)
        return reserve()
      },
      async (transaction_id) => {
        const { status } = await visitor.reservations.status({ id: transaction_id })
        if (status === 'AWAITING_PAYMENT') await owner.calls.payments.payOnline({ transaction_id, use_wallet: true })
        expect((await visitor.reservations.status({ id: transaction_id })).status).toBe('CONFIRMED')
        await cancelled(transaction_id)
      },
    )
    expect(statements).toBeGreaterThan(20)
  }, 240_000)

  test('topping up a wallet', async () => {
    await dyingOnTheWay(
      async () => {
        const started = await owner.calls.payments.payOnline({ amount: 20_000, currency: 'IRT' })
        return { ref_id: started.payment_id, answer: await bank.press(started.url ?? '', 'pay') }
      },
      async (back) => {
        expect(await visitor.payments.clientVerify(back)).toMatchObject({ status: 'PAID', settled_as: 'WALLET' })
      },
    )
  }, 240_000)

  test('requesting a change that costs more', async () => {
    const id = await paid()
    const { end_date } = await owner.calls.reservations.read({ id })
    const wanted = { id, end_date: addDays(end_date, 1) }
    await dyingOnTheWay(
      () => owner.calls.reservations.dropChange({ id }),
      () => owner.calls.reservations.change(wanted).catch(unless('NOT_CHANGEABLE')),
    )
  }, 240_000)

  test('refunding a cancelled reservation to the card', async () => {
    const { made } = await dyingOnTheWay(
      () => paid(),
      async (id) => {
        await cancelled(id)
        const { payment } = await visitor.reservations.voucher({ id })
        await returnToCard(site.deps, payment?.id ?? '').catch((error) => {
          if (!isDeath(error)) throw error
        })
      },
    )
    expect(await visitor.reservations.voucher({ id: made })).toMatchObject({ payment: { card_return: 'DONE' } })
    expect(bank.sales().filter(({ state }) => state === 'reversed').length).toBeGreaterThan(5)
  }, 240_000)

  test('changing to a cheaper rental', async () => {
    const seats = (id: string, child_seat_count: number) => owner.calls.reservations.change({ id, child_seat_count })
    const { made: id } = await dyingOnTheWay(
      async () => {
        const id = await paid()
        const { transaction_id } = await seats(id, 1)
        await filled(50_000)
        await owner.calls.payments.payOnline({ transaction_id: transaction_id ?? '', use_wallet: true })
        return id
      },
      async (id) => expect(await seats(id, 0)).toMatchObject({ status: 'DONE' }),
    )
    expect(await visitor.reservations.status({ id })).toMatchObject({ paid: 810_000 })
  }, 240_000)

  test('paying for a change at the bank', async () => {
    await dyingOnTheWay(
      async () => {
        // A reservation of its own for each, because one can only be changed some twenty times a day.
        const { transaction_id } = await longer(await paid(1), 1)
        return atBank(transaction_id ?? '')
      },
      async (back) => {
        expect(await visitor.payments.clientVerify(back)).toMatchObject({ status: 'PAID', purpose: 'CHANGE' })
      },
    )
  }, 240_000)

  test('rejecting a reservation, and earning a commission', async () => {
    let id = await paid(3, BY_HAND.ad)
    await dyingOnTheWay(
      async () => id,
      async () => elsewhere.calls.company.reservations.changeReserve({ id, action: 'reject', reason: 'x' }),
    )
    id = await paid()
    await db.updateTable('reservation').set({ status: 'ACTIVE' }).where('id', '=', id).execute()
    await dyingOnTheWay(
      async () => id,
      async () => admin.calls.company.reservations.changeReserve({ id, action: 'returned', reason: 'Pays by invoice' }),
    )
    expect(await visitor.reservations.status({ id })).toMatchObject({ status: 'COMPLETED' })
  }, 240_000)
})

const CUSTOMER_ACTIONS = [
  'reserve',
  'pay',
  'pay by wallet',
  'pay and come back',
  'come back',
  'top up',
  'more',
  'less',
  'drop',
  'cancel',
  'wait',
  'sweep',
] as const
type CustomerAction = (typeof CUSTOMER_ACTIONS)[number]
type Person = { id: string; change: string; back: { ref_id: string; answer?: Record<string, string> } | undefined }

test('the books stay consistent, whatever people do and wherever processes die', async () => {
  const action = fc.record({
    who: fc.nat(1),
    action: fc.constantFrom(...CUSTOMER_ACTIONS),
    death: fc.option(fc.integer({ min: 1, max: 45 }), { nil: undefined, freq: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 16 }), async (actions) => {
      const people: Person[] = [0, 1].map(() => ({ id: '', change: '', back: undefined }))
      for (const { who, action, death } of actions) {
        if (death) life.dieAt(death)
        await takeStep(people[who] as Person, action).catch(rethrowUnexpected)
        // Another process's lease blocks only as long as it lasts.
        if (life.revive()) site.clock.advance(1)
        await expectRightBooks()
      }
      site.clock.advance(60)
      await site.sweep()
      await expectRightBooks()
      for (const { id } of people) if (id) await cancelled(id).catch(() => undefined)
      await expectRightBooks()
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 300_000)

/** Passes refusals and simulated deaths, which are expected; rethrows everything else. */
function rethrowUnexpected(error: unknown) {
  const all = error instanceof AggregateError ? error.errors : [error]
  for (const one of all) if (!(one instanceof ORPCError) && !isDeath(one)) throw one
}

async function takeStep(person: Person, action: CustomerAction) {
  if (action === 'wait') site.clock.advance(12)
  if (action === 'sweep') await site.sweep()
  if (action === 'top up') await filled(50_000)
  if (action === 'reserve' || !person.id) {
    if (person.id) await cancelled(person.id)
    Object.assign(person, { id: await reserve(), change: '', back: undefined })
    return
  }
  const due = person.change || person.id
  if (action === 'pay') person.back = await atBank(due)
  if (action === 'pay by wallet') person.back = await atBank(due, true)
  if (action === 'pay and come back') person.back = await atBank(due)
  if (action.endsWith('come back') && person.back) await visitor.payments.clientVerify(person.back)
  if (action === 'more') person.change = (await longer(person.id, 1)).transaction_id ?? ''
  if (action === 'less') await longer(person.id, -1)
  if (action === 'drop') await owner.calls.reservations.dropChange({ id: person.id })
  if (action === 'cancel') await cancelled(person.id)
}
