import { type Kysely, sql } from 'kysely'
import type { DB } from './connection/schema.ts'
import { bodyTypes } from './demonstration/catalogue/body-types.ts'
import { brands, models, trims } from './demonstration/catalogue/rows.ts'
import { currencies, RATE_SET_AT } from './demonstration/currencies.ts'
import { continueIds, insertRows } from './demonstration/insert-rows.ts'
import { cities } from './demonstration/places/cities.ts'
import { countries } from './demonstration/places/countries.ts'
import { provinces } from './demonstration/places/provinces.ts'

/**
 * Fills an empty database with what no page works without and nobody enters by hand: currencies, countries, provinces, cities, makes and body types.
 * Operators then set the exchange rate, and add or hide cities (ours). Does nothing where there are currencies. Safe when two processes start at the same
 * time. Returns whether it has filled it.
 */
export async function loadReferenceData(db: Kysely<DB>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('reference data')), set_config('savari.events', 'off', true)`.execute(
      tx,
    )
    if (await tx.selectFrom('currency').select('id').executeTakeFirst()) return false
    await insertReferenceData(tx)
    // Not the day of the installation, so that operators are reminded to set it.
    await tx.updateTable('currency').set({ rate_set_at: RATE_SET_AT }).where('code', '=', 'EUR').execute()
    return true
  })
}

/** As `loadReferenceData`, within a transaction, into tables that are empty. */
export async function insertReferenceData(tx: Kysely<DB>): Promise<void> {
  await insertRows(tx, 'currency', currencies)
  await insertRows(tx, 'country', countries)
  await insertRows(tx, 'province', provinces)
  await insertRows(tx, 'city', cities)
  await insertRows(tx, 'brand', brands)
  await insertRows(tx, 'model', models)
  await insertRows(tx, 'trim', trims)
  await insertRows(tx, 'body_type', bodyTypes)
  await continueIds(tx, ['brand', 'model', 'trim'])
}
