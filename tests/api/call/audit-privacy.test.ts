import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { actingAs } from '#app/db/connection/actor.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)

/** Personal data and secrets: the audit log records that they changed, but neither the old nor the new value. */
const PERSONAL = [
  ...['phone', 'email', 'fullname', 'national_id', 'date_of_birth', 'address', 'zip_code', 'avatar', 'username'],
  ...['network_address', 'receive_address', 'return_address', 'device', 'card', 'token', 'token_hash', 'secret'],
  ...['holder', 'wallet_owner'],
]

const shown = async (db: Kysely<DB>, fields: object) => {
  const { rows } = await sql<{ shown: Record<string, unknown> }>`
    select audit_shown(${JSON.stringify(fields)}::jsonb) as shown`.execute(db)
  return rows[0]?.shown
}

test.each(PERSONAL)('the audit log hides %s', async (name) => {
  expect(await shown(db, { [name]: 'sara@example.com', status: 'OPEN' })).toEqual({ [name]: '…', status: 'OPEN' })
})

test('an operator’s change of a person’s contact leaves neither the former nor the new one in the log', async () => {
  const { id } = await signedIn(site, { phone: '+989121110099' })
  await db.updateTable('account').set({ email: 'old@example.com' }).where('id', '=', id).execute()
  const operator = { account: id, role: 'ADMIN' as const, company: null, call: 'PATCH /test/', request: 'test' }
  await actingAs(operator, () =>
    db
      .transaction()
      .execute((tx) =>
        tx
          .updateTable('account')
          .set({ email: 'new@example.com', phone: '+989121110098', fullname: 'Sara' })
          .where('id', '=', id)
          .execute(),
      ),
  )
  const entries = await db.selectFrom('audit_entry').select(['before', 'after']).where('row_key', '=', id).execute()
  const hidden = { email: '…', phone: '…', fullname: '…' }
  expect(entries).toMatchObject([{ before: hidden, after: hidden }])
  expect(JSON.stringify(entries)).not.toMatch(/example\.com|98912111|Sara/)
})
