import type { Kysely } from 'kysely'
import { askedTime } from '#app/api/ads/rental-time.ts'
import { currencyRequested } from '#app/api/books/money.ts'
import { api } from '#app/api/call/context.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { listCities } from '#app/api/places/cities.ts'
import { byName, named } from '#app/api/places/named.ts'
import { offeredValues } from '#app/db/ad-search/offered-values.ts'
import { offersByType } from '#app/db/ad-summary.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { remember } from '#app/db/connection/remember.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { filtersOf } from './filters.ts'

const adTypes = api.vehicles.adTypes.handler(async ({ input, context: { deps, language } }) => {
  const currency = currencyRequested(input.currency, language)
  const time = askedTime(input, { zone: HOME_ZONE, now: deps.now() }) ?? undefined
  const [{ types }, offerOf] = await Promise.all([catalogueOf(deps.db), offersByType(deps.db, { currency, time })])
  const results = [...types.values()]
    .filter(({ category }) => input.category === undefined || category === input.category)
    .map(({ id, slug, category, name }) => ({ id, slug, category, name: wordingIn(language, name), ...offerOf(id) }))
  return wholeList(results)
})

const brands = api.vehicles.brands.handler(async ({ input, context: { deps, language } }) => {
  const [catalogue, offered] = await Promise.all([catalogueOf(deps.db), offeredModels(deps.db)])
  const sorted = byName(language)
  const models = [...catalogue.models.values()].filter(
    ({ id }) => input.category === undefined || offered.get(id)?.has(input.category),
  )
  const trimsByModel = Map.groupBy(catalogue.trims.values(), ({ model_id }) => model_id)
  const modelsByBrand = Map.groupBy(models, ({ brand_id }) => brand_id)
  const results = [...catalogue.brands.values()]
    .filter(({ id }) => modelsByBrand.has(id))
    .map((brand) => ({
      ...named(brand, language),
      slug: brand.slug,
      models: (modelsByBrand.get(brand.id) ?? [])
        .map((model) => ({
          ...named(model, language),
          slug: model.path,
          trims: (trimsByModel.get(model.id) ?? [])
            .map((trim) => ({ ...named(trim, language), slug: trim.path }))
            .sort(sorted),
        }))
        .sort(sorted),
    }))
  return wholeList(results.sort(sorted))
})

const filters = api.vehicles.filters.handler(async ({ input: { category }, context: { deps, language } }) => {
  const currency = currencyRequested(undefined, language)
  const [offered, catalogue, cities] = await Promise.all([
    offeredValues(deps.db, category),
    catalogueOf(deps.db),
    listCities(deps.db, { language, currency }),
  ])
  return wholeList(filtersOf({ offered, catalogue, cities, language }))
})

/** The categories in which each model is offered. */
const offeredModels = remember(30, async (db: Kysely<DB>) => {
  const rows = await db
    .selectFrom('ad')
    .select(['model_id', 'category'])
    .distinct()
    .where('status', '=', STATE_NUMBERS.OFFERED)
    .execute()
  const categories = new Map<number, Set<number>>()
  for (const { model_id, category } of rows)
    categories.set(model_id, (categories.get(model_id) ?? new Set()).add(category))
  return categories
})

export const vehicles = { adTypes, brands, filters }
