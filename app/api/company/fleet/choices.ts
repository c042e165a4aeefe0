import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'

/** The possible values for a vehicle of the company. Throws NOT_FOUND for an operator who names no company. */
export const choices = api.company.fleet.choices.handler(async ({ context: { deps, language, company } }) => {
  const [catalogue, cities, currency] = await Promise.all([
    catalogueOf(deps.db),
    citiesOf(deps.db, company),
    currencyOf(deps.db, company),
  ])
  const { compare } = new Intl.Collator(LOCALE_TAGS[language])
  const byName = (one: { name: string }, other: { name: string }) => compare(one.name, other.name)
  const named = <Thing extends { id: number }>(thing: Thing & Parameters<typeof nameOf>[0]) => ({
    id: thing.id,
    name: nameOf(thing, language),
  })
  const trims = Map.groupBy(catalogue.trims.values(), ({ model_id }) => model_id)
  const models = Map.groupBy(catalogue.models.values(), ({ brand_id }) => brand_id)
  return {
    currency,
    brands: [...catalogue.brands.values()]
      .filter(({ id }) => models.has(id))
      .map((brand) => ({
        name: nameOf(brand, language),
        models: (models.get(brand.id) ?? [])
          .map((model) => ({ ...named(model), trims: (trims.get(model.id) ?? []).map(named).sort(byName) }))
          .sort(byName),
      }))
      .sort(byName),
    types: [...catalogue.types.values()].map(({ id, name, category }) => {
      return { id, name: wordingIn(language, name), category }
    }),
    cities: [...catalogue.cities.values()]
      .filter(({ id }) => cities.includes(id))
      .map(named)
      .sort(byName),
  }
})

async function currencyOf(db: Kysely<DB>, company: number) {
  const row = await db.selectFrom('company').select('currency_id').where('id', '=', company).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  return currencyIn(row)
}

/** Where a company hands over: in its own city, and in those of its places. */
export async function citiesOf(db: Kysely<DB>, company: number): Promise<number[]> {
  const rows = await db
    .selectFrom('company')
    .select('city_id')
    .where('id', '=', company)
    .union(db.selectFrom('place').select('city_id').where('company_id', '=', company).where('paused_at', 'is', null))
    .execute()
  return rows.map(({ city_id }) => city_id)
}
