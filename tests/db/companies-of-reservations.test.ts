import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })

test('the guard against double booking and the references of busy ranges have the company in them', async () => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'busy'::regclass and contype in ('x', 'f') order by conname`.execute(db)
  const definitions = Object.fromEntries(rows.map(({ name, definition }) => [name, definition]))
  expect(definitions.busy_no_overlap).toContain('company_id WITH =, ad_id WITH =')
  expect(definitions.busy_ad).toContain('(company_id, ad_id) REFERENCES ad(company_id, id)')
  expect(definitions.busy_reservation).toContain('(company_id, reservation_id) REFERENCES reservation(company_id, id)')
})

test('each busy range has the company of its vehicle, whatever was written', async () => {
  const { rows } =
    await sql`select busy.id from busy join ad on ad.id = busy.ad_id where busy.company_id <> ad.company_id`.execute(db)
  expect(rows).toEqual([])
  const [ad] = await db.selectFrom('ad').select(['id', 'company_id']).orderBy('id').limit(1).execute()
  const block = await db
    .insertInto('busy')
    .values({
      ad_id: ad?.id ?? 0,
      company_id: 1_000_000,
      kind: 'BLOCK',
      status: 2,
      start_at: '2035-01-01',
      end_at: '2035-01-02',
    })
    .returning('company_id')
    .executeTakeFirstOrThrow()
  expect(block.company_id).toBe(ad?.company_id)
})

test('what refers to a reservation does so with its company', async () => {
  const { rows } = await sql<{ from: string; columns: string[] }>`
    select conrelid::regclass::text as from, array(select attname::text from pg_attribute
      where attrelid = conrelid and attnum = any(conkey) order by array_position(conkey, attnum)) as columns
    from pg_constraint where confrelid = 'reservation'::regclass and contype = 'f'`.execute(db)
  const tables = new Set(rows.map(({ from }) => from))
  expect(tables.size).toBeGreaterThan(30)
  for (const table of tables) {
    const references = rows.filter(({ from }) => from === table).map(({ columns }) => columns.join(' '))
    expect(references.includes('company_id reservation_id'), table).toBe(true)
  }
})

test('the database fills the company in, from the reservation', async () => {
  const [reservation] = await db.selectFrom('reservation').select(['id', 'company_id']).orderBy('id').limit(1).execute()
  const of = { reservation_id: reservation?.id ?? '' }
  const change = await db
    .insertInto('reservation_note')
    .values({ ...of, company_id: 1_000_000, at: new Date(), body: 'Fuel at the return' })
    .returning('company_id')
    .executeTakeFirstOrThrow()
  expect(change.company_id).toBe(reservation?.company_id)
})
