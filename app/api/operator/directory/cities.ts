import { sql } from 'kysely'
import type { z } from 'zod'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { citiesAgain } from '#app/api/places/cities.ts'
import { mapOf } from '#app/api/places/map.ts'
import type { CityFacts } from '#app/contract/operator/directory.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { NAMES } from '#app/db/city-names.ts'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { spellingsOf } from '#app/rules/text/place-name.ts'

export const cities = api.operator.directory.cities.handler(async ({ context: { deps, language } }) =>
  wholeList(await readCities(deps, language)),
)

/**
 * Changes a city; its former names still find it. Throws NOT_FOUND, and INVALID_FIELDS for a name of another city. A
 * hidden city is in no list and has no page; its vehicles are found only by their addresses.
 */
export const changeCity = api.operator.directory.changeCity.handler(async ({ input, context: { deps, language } }) => {
  const { id, latitude, longitude, hidden, pinned_order = null } = input
  const names = namesOf(input)
  const airport = airportOf(input)
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, 'cities')
    const before = await tx.selectFrom('city').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw errors.NOT_FOUND()
    await guardNames(tx, { id, ...names })
    const former = [before.search, ...NAMES.map((name) => before[name])].filter(Boolean).join(' ')
    const search = [...new Set(former.split(/\s+/))].join(' ')
    await tx
      .updateTable('city')
      .set({ ...names, ...airport, latitude, longitude, hidden, pinned_order, search })
      .where('id', '=', id)
      .execute()
  })
  return readChanged(deps, { id, language })
})

/** The changed city, after clearing the caches of pages and processes. Throws NOT_FOUND. */
export async function readChanged(deps: Deps, { id, language }: { id: number; language: Language }) {
  await Promise.all([catalogueOf.again(deps.db), citiesAgain(deps.db), mapOf.again(deps.db)])
  deps.publish({ kind: 'pages' })
  const changed = (await readCities(deps, language)).find((city) => city.id === id)
  if (!changed) throw errors.NOT_FOUND()
  return changed
}

type Facts = z.infer<typeof CityFacts>

/** The columns of a city's names, empty if it has none of its own. */
export function namesOf({ name_fa, name_en, name_ar, name_tr, name_de }: Facts) {
  return { name_fa, name_en, name_ar, name_tr: name_tr ?? null, name_de: name_de ?? null }
}

/** The columns of a city's airport. Throws INVALID_FIELDS for an incomplete position. */
export function airportOf({ airport_latitude = null, airport_longitude = null }: Facts) {
  if (airport_latitude === null && airport_longitude !== null) throw invalidFields({ airport_latitude: ['required'] })
  if (airport_longitude === null && airport_latitude !== null) throw invalidFields({ airport_longitude: ['required'] })
  return { airport_latitude, airport_longitude }
}

type Wanted = ReturnType<typeof namesOf> & { id?: number; slug?: string }

/** Throws INVALID_FIELDS for each name that already finds another city, because an address must mean one. */
export async function guardNames(tx: Tx, { id = 0, ...wanted }: Wanted): Promise<void> {
  const others = await tx
    .selectFrom('city')
    .select(['id', 'slug', ...NAMES])
    .where('id', '<>', id)
    .execute()
  const taken = new Set(others.flatMap((city) => [...spellingsOf(city), city.slug, String(city.id)]))
  const isTaken = (own: string) =>
    spellingsOf({ name_fa: own, name_en: own, name_ar: own }).some((spelling) => taken.has(spelling))
  const refused = ([...NAMES, 'slug'] as const).filter((field) => wanted[field] && isTaken(wanted[field]))
  if (refused.length > 0) throw invalidFields(Object.fromEntries(refused.map((field) => [field, ['city_taken']])))
}

async function readCities({ db }: Deps, language: Language) {
  const rows = await db
    .selectFrom('city')
    .select(['city.id', 'slug', ...NAMES, 'latitude', 'longitude', 'pinned_order', 'hidden', 'zone'])
    .select(['airport_latitude', 'airport_longitude'])
    .select(
      sql<number>`(select count(*)::int from ad where ad.city_id = city.id and ad.status = ${OFFERED_LITERAL})`.as(
        'ads',
      ),
    )
    .orderBy(sql`pinned_order nulls last`)
    .orderBy('name_en')
    .execute()
  return rows.map((row) => ({ ...row, name: nameOf(row, language) }))
}
