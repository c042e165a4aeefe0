import { sql } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { storedCountry } from '#app/api/places/countries.ts'
import { foldText } from '#app/rules/text/digits.ts'
import { airportOf, guardNames, namesOf, readChanged } from './cities.ts'

/**
 * Adds a city that is found from now on by each of its names, its slug and its id; it appears in lists and sitemaps
 * with its first vehicle. Throws INVALID_FIELDS for a name of another city, and for an unknown country, province or
 * time zone.
 */
export const addCity = api.operator.directory.addCity.handler(async ({ input, context: { deps, language } }) => {
  const { slug, country, province, zone, latitude, longitude, hidden, pinned_order = null } = input
  const names = namesOf(input)
  const airport = airportOf(input)
  const id = await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, 'cities')
    await guardNames(tx, { ...names, slug })
    const home = await homeOf(tx, { country, province, names })
    const words = Object.values(names).filter(Boolean)
    const added = await tx
      .insertInto('city')
      .values({
        ...{ ...names, ...airport, ...home, slug, latitude, longitude, hidden, pinned_order },
        zone: await knownZone(tx, zone),
        office_address: JSON.stringify({ fa: names.name_fa, en: names.name_en, ar: names.name_ar }),
        office_map_url: `geo:${latitude},${longitude}?z=16`,
        search: foldText([...new Set([...words, slug])].join(' ')),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return added.id
  })
  return readChanged(deps, { id, language })
})

type Home = { country: string; province: number | undefined; names: ReturnType<typeof namesOf> }

/** The country and the province of a city, stored with their first city. */
async function homeOf(tx: Tx, { country, province, names }: Home) {
  const wanted = storedCountry(country)
  if (!wanted) throw invalidFields({ country: ['required'] })
  await tx
    .insertInto('country')
    .values(wanted)
    .onConflict((at) => at.doNothing())
    .execute()
  const { id: country_id } = await tx
    .selectFrom('country')
    .select('id')
    .where('code', '=', country)
    .executeTakeFirstOrThrow()
  if (province === undefined) {
    const row = { ...names, country_id }
    const own = await tx.insertInto('province').values(row).returning('id').executeTakeFirstOrThrow()
    return { country_id, province_id: own.id }
  }
  const known = await tx
    .selectFrom('province')
    .select('id')
    .where('id', '=', province)
    .where('country_id', '=', country_id)
    .executeTakeFirst()
  if (!known) throw invalidFields({ province: ['province'] })
  return { country_id, province_id: known.id }
}

/** A time zone as spelled in the database, which computes local times, too. */
async function knownZone(tx: Tx, zone: string): Promise<string> {
  const known = await sql<{ name: string }>`
    select name from pg_timezone_names where lower(name) = lower(${zone}) and name not like 'posix%'`.execute(tx)
  const name = known.rows[0]?.name
  if (!name) throw invalidFields({ zone: ['time_zone'] })
  return name
}
