import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TICKET_STATUSES } from '#app/rules/messages/ticket-status.ts'
import { PAYMENT_STATUSES } from '#app/rules/money/payment/payment-status.ts'
import { PROPOSAL_STATUSES } from '#app/rules/reservation/charges/proposal-status.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'
import { APPLICATION_STATUSES } from '#app/rules/text/partner-application.ts'
import { testDatabase } from '../support/server/database/database.ts'

const { db } = await testDatabase()

test.each([
  ['reservation', RESERVATION_STATUSES],
  ['payment', PAYMENT_STATUSES],
  ['conversation', TICKET_STATUSES],
  ['proposal', PROPOSAL_STATUSES],
  ['partner_application', APPLICATION_STATUSES],
] as const)('the database accepts the statuses of a %s that its rule names, and no others', async (table, statuses) => {
  const { rows } = await sql<{ check: string }>`select pg_get_constraintdef(oid) as check from pg_constraint
    where conrelid = ${table}::regclass and conname = ${`${table}_status_check`}`.execute(db)
  const accepted = [...(rows[0]?.check ?? '').matchAll(/'([A-Z_]+)'/g)].map(([, name]) => name)
  expect(accepted.toSorted()).toEqual(statuses.toSorted())
})
