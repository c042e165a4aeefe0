import { sql } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { api, type Deps, type Tx } from '#app/api/context.ts'
import { citiesAgain } from '#app/api/places/cities.ts'
import { inTransaction } from '#app/api/transaction.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { nameOf } from '#app/i18n/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { spellingsOf } from '#app/rules/place-name.ts'

const NAMES = ['name_fa', 'name_en', 'name_ar', 'name_tr', 'name_de'] as const

export const cities = api.operator.cities.handler(async ({ context: { deps, language } }) =>
  wholeList(await readCities(deps, language)),
)

/**
 * What a city was called before still leads to it. Throws NOT_FOUND, and INVALID_FIELDS for a name that another city has. A hidden
 * city is in no list and has no page; its vehicles are found by who has their address.
 */
export const changeCity = api.operator.changeCity.handler(async ({ input, context: { deps, language } }) => {
  const { id, name_tr = null, name_de = null, pinned_order = null, ...rest } = input
  const names = { ...rest, name_tr, name_de }
  await inTransaction(deps.db, async (tx) => {
    const before = await tx.selectFrom('city').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw errors.NOT_FOUND()
    await guardNames(tx, { id, ...names })
    const former = [before.search, ...NAMES.map((name) => before[name])].filter(Boolean).join(' ')
    const search = [...new Set(former.split(/\s+/))].join(' ')
    await tx
      .updateTable('city')
      .set({ ...names, pinned_order, search })
      .where('id', '=', id)
      .execute()
  })
  await Promise.all([catalogueOf.again(deps.db), citiesAgain(deps.db)])
  deps.publish({ kind: 'pages' })
  const changed = (await readCities(deps, language)).find((city) => city.id === id)
  if (!changed) throw errors.NOT_FOUND()
  return changed
})

type Names = Parameters<typeof spellingsOf>[0] & { id: number }

/** An address that names a city means one. */
async function guardNames(tx: Tx, wanted: Names): Promise<void> {
  const others = await tx
    .selectFrom('city')
    .select(['id', ...NAMES])
    .where('id', '<>', wanted.id)
    .execute()
  const taken = new Set(others.flatMap((city) => spellingsOf(city)))
  for (const name of NAMES) {
    const own = wanted[name]
    if (!own) continue
    const alone = { name_fa: own, name_en: own, name_ar: own }
    if (spellingsOf(alone).some((spelling) => taken.has(spelling))) throw invalidFields({ [name]: ['city_taken'] })
  }
}

async function readCities({ db }: Deps, language: Language) {
  const rows = await db
    .selectFrom('city')
    .select(['city.id', 'slug', ...NAMES, 'latitude', 'longitude', 'pinned_order', 'hidden'])
    .select(sql<number>`(select count(*)::int from ad where ad.city_id = city.id and ad.status = 1)`.as('ads'))
    .orderBy(sql`pinned_order nulls last`)
    .orderBy('name_en')
    .execute()
  return rows.map((row) => ({ ...row, name: nameOf(row, language) }))
}
