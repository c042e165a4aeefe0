import { expect, test } from 'vitest'
import { loadDemonstration } from '#app/db/demonstration/load.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/demonstration-people.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation-status.ts'
import { testApi } from '../support/api.ts'
import { wrongInBooks } from '../support/books.ts'
import { testDatabase } from '../support/database.ts'
import { signIn } from '../support/people.ts'

const now = '2026-11-21T08:00:00Z'
const { db } = await testDatabase()
await loadDemonstration(db, { now: new Date(now) })

test('each of the demonstration’s people can sign in, as who they are', async () => {
  const api = await testApi({ db, now })
  const roles = []
  for (const { identity, phone } of DEMONSTRATION_PEOPLE) {
    const { calls } = await signIn(api, `0${phone.slice(3)}`)
    const { is_agency, is_admin, company } = await calls.account.profile()
    roles.push({ identity, is_agency, is_admin, company: company?.name ?? null })
  }
  expect(roles).toEqual([
    { identity: 'owner', is_agency: false, is_admin: false, company: null },
    { identity: 'another', is_agency: false, is_admin: false, company: null },
    { identity: 'agency', is_agency: true, is_admin: false, company: 'مرجان رنت' },
    { identity: 'admin', is_agency: false, is_admin: true, company: null },
  ])
})

test('the owner has a reservation in every status, and the books are right', async () => {
  const rows = await db
    .selectFrom('reservation')
    .select(['status', 'id'])
    .where('phone', '=', DEMONSTRATION_PEOPLE[0].phone)
    .execute()
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(RESERVATION_STATUSES))
  for (const { id } of rows) expect(id).toMatch(/^[\w-]{22}$/)
  // Codes begin with uses of people who are not in the demonstration.
  expect((await wrongInBooks(db)).filter((wrong) => !wrong.startsWith('a code counts'))).toEqual([])
})

test('the owner’s wallet has a history of refunds and a debit that ends in its balance', async () => {
  const api = await testApi({ db, now })
  api.clock.advance(60)
  const { calls } = await signIn(api, `0${DEMONSTRATION_PEOPLE[0].phone.slice(3)}`)
  const { credit } = await calls.account.profile()
  const { results } = await calls.account.walletHistory({})
  expect(results.map(({ kind }) => kind)).toEqual(['WALLET_DEBIT', 'REFUND', 'REFUND'])
  expect(results[0]?.balance).toBe(credit)
  expect(results.reduce((sum, { amount }) => sum + amount, 0)).toBe(credit)
})
