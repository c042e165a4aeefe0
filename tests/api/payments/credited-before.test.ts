import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '#app/db/migrations/0792-credit-notes.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, admin } = await fiveIdentities(site)

/** Takes away what the migration adds. */
const BEFORE = [
  'drop trigger ledger_transaction_credits on ledger_transaction',
  'drop trigger invoice_is_completed on invoice',
  'drop trigger invoice_stays on invoice',
  'drop trigger invoice_is_issued on invoice',
  'drop table credit_note, credit_note_series',
  `drop function invoice_left(int), issue_credit_note(int, timestamptz, text, bigint, bigint),
    issue_invoice_again(int, timestamptz, bigint), complete_invoice(), credit_movement(ledger_transaction), credit_posted()`,
  'drop index invoice_payment',
  'alter table invoice drop column amount, drop column rental, drop column recipient, drop column replaces',
  'alter table invoice add constraint invoice_payment_id_key unique (payment_id)',
]

test('what was given back before there were credit notes has them after the update, in the order of its days', async () => {
  const paid = async (id: number) => {
    const made = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id, phone: owner.phone })
    await payAtBank(site, bank, made.id)
    return made.id
  }
  const cancelled = await paid(101)
  const refunded = await paid(102)
  await paid(103)
  const { results } = await owner.calls.payments.list({})
  const payment = results.find(({ reservation }) => reservation?.id === refunded)?.id ?? ''
  const part = { id: payment, amount: 12_345, bearer: 'MARKETPLACE', reason: 'The car came late' } as const
  await admin.calls.operator.payments.refund(part)
  await visitor.reservations.cancel({ id: cancelled, way: 'WALLET' })
  await visitor.reservations.cancel({ id: refunded, way: 'WALLET' })
  const late = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 104, phone: owner.phone })
  const { payment_id } = await visitor.payments.gatewayPay({ gateway: 'saman', transaction_id: late.id })
  await db.updateTable('payment').set({ status: 'REVERSED' }).where('id', '=', payment_id).execute()

  const notesIn = (of: Kysely<never>) =>
    sql<{ invoice: number; amount: string; reason: string }>`
      select invoice, amount, reason from credit_note order by reason, invoice, amount`
      .execute(of)
      .then(({ rows }) => rows)
  const written = await notesIn(db as never)
  expect(written).toHaveLength(4)
  const again = db.transaction().execute(async (tx) => {
    for (const statement of BEFORE) await sql.raw(statement).execute(tx)
    await up(tx as never)
    expect(await notesIn(tx as never)).toEqual(written)
    expect(await wrongInBooks(tx)).toEqual([])
    throw new Error('rolled back')
  })
  await expect(again).rejects.toThrow('rolled back')
})
