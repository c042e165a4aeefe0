import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/schema.ts'
import { type Block, blocksOf } from './busy.ts'
import { bodyTypes } from './catalogue/body-types.ts'
import { brands, models, trims } from './catalogue/rows.ts'
import { companies } from './companies/companies.ts'
import { companyPlaces } from './companies/places.ts'
import { currencies } from './currencies.ts'
import { fleet } from './fleet/fleet.ts'
import { continueIds, insertRows, type Row } from './insert-rows.ts'
import { cities } from './places/cities.ts'
import { countries } from './places/countries.ts'
import { provinces } from './places/provinces.ts'

const NOTE = 'demonstration'
const CONTINUED = ['company', 'place', 'brand', 'model', 'trim', 'ad'] as const

/**
 * Fills an empty database with the demonstration: the same for the same `now`, to which busy times and comments are
 * relative. Does nothing where it was loaded before. One transaction, safe when two processes start at once.
 */
export async function loadDemonstration(db: Kysely<DB>, { now }: { now: Date }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demonstration'))`.execute(tx)
    const loaded = await tx.selectFrom('note').select('key').where('key', '=', NOTE).executeTakeFirst()
    if (loaded) return
    await load(tx, now)
    await tx.insertInto('note').values({ key: NOTE, value: now.toISOString() }).execute()
  })
}

async function load(tx: Kysely<DB>, now: Date) {
  const ads = fleet()
  await insertRows(tx, 'currency', currencies)
  await insertRows(tx, 'country', countries)
  await insertRows(tx, 'province', provinces)
  await insertRows(tx, 'city', cities)
  await insertRows(
    tx,
    'company',
    companies.map(({ row }) => row),
  )
  await insertRows(tx, 'place', companyPlaces)
  await insertRows(tx, 'brand', brands)
  await insertRows(tx, 'model', models)
  await insertRows(tx, 'trim', trims)
  await insertRows(tx, 'body_type', bodyTypes)
  await insertRows(tx, 'ad', ads)
  await insertBlocks(tx, blocksOf(ads.map(withZone), now))
  await continueIds(tx, CONTINUED)
}

function withZone(ad: Row<'ad'>) {
  const city = cities.find(({ id }) => id === ad.city_id)
  return { id: Number(ad.id), zone: city?.zone ?? 'UTC' }
}

async function insertBlocks(tx: Kysely<DB>, blocks: readonly Block[]) {
  await sql`
    insert into busy (ad_id, kind, status, start_at, end_at)
    select ad_id, 'BLOCK', 2, start_at, end_at
    from json_to_recordset(${JSON.stringify(blocks)}) as block (ad_id int, start_at timestamptz, end_at timestamptz)`.execute(
    tx,
  )
}
