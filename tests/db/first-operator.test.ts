import { expect, test } from 'vitest'
import { dismissKnownOperators, makeFirstOperator, removeOperator } from '#app/db/first-operator.ts'
import { testDatabase } from '../support/server/database/database.ts'
import { stepsInOrder } from '../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const now = new Date('2026-11-23T05:30:00Z')

test('the first operator is made once and logged, and a second one is refused', async () => {
  const id = await makeFirstOperator(db, { phone: '+4915112345678', fullname: 'Anna Weber', email: null, now })
  const entries = await db.selectFrom('audit_entry').selectAll().execute()
  expect(entries).toMatchObject([
    { role: 'SETUP', call: 'npm run admin', subject: 'account', row_key: id, action: 'INSERT' },
  ])
  const another = makeFirstOperator(db, { phone: '+4915112345679', fullname: 'Ben Kurz', email: null, now })
  await expect(another).rejects.toThrow('There is an operator already: Anna Weber.')
})

test('an operator is removed on the server, but never the last one who may do everything', async () => {
  const phone = '+4915112345690'
  const colleague = { id: 'B'.repeat(22), phone, role: 'ADMIN', notifications: '{}', phone_proven_at: now } as const
  await db
    .insertInto('account')
    .values({ ...colleague, operator_role: 'MONEY' })
    .execute()
  await expect(removeOperator(db, { phone: '+4915112345678', now })).rejects.toThrow('the last operator stays')
  await removeOperator(db, { phone, now })
  await expect(removeOperator(db, { phone, now })).rejects.toThrow(`There is no operator of ${phone}.`)
  await db.deleteFrom('account').where('phone', '=', phone).execute()
})

test('the operator in our source code has no rights in production', async () => {
  await db.updateTable('account').set({ phone: '+989120000013' }).execute()
  expect(await dismissKnownOperators(db)).toEqual(['+989120000013'])
  expect((await db.selectFrom('account').select('role').executeTakeFirstOrThrow()).role).toBe('CLIENT')
})
