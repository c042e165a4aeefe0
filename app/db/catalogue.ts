import type { Kysely } from 'kysely'
import {
  type CONFIRMATIONS,
  CURRENCY_IDS,
  type CurrencyCode,
  currencyOfId,
  type Language,
} from '#app/rules/constants.ts'
import { foldPlace, spellingsOf } from '#app/rules/text/place-name.ts'
import { remember } from './connection/remember.ts'
import type { DB } from './connection/schema.ts'
import { type RuleSets, readRuleSets } from './prices/price-rules.ts'

type Names = { name_fa: string; name_en: string; name_ar: string; name_tr?: string | null; name_de?: string | null }
export type CatalogueCity = Names & { id: number; slug: string; zone: string; search: string }
export type Brand = Names & { id: number; slug: string }
/** `path` is how addresses spell it: `toyota/corolla`. */
export type Model = Names & { id: number; slug: string; path: string; brand_id: number }
/** `path` is how addresses spell it: `toyota/corolla/gli`. */
export type Trim = Names & { id: number; slug: string; path: string; model_id: number }
export type BodyType = { id: number; slug: string; category: number; name: Record<Language, string> }
export type CatalogueCompany = {
  id: number
  name: Record<Language, string>
  verified: boolean
  currency: CurrencyCode
  confirmation: (typeof CONFIRMATIONS)[number]
  free_until_hours: number
  /** In the minor unit of its own currency; null if it states none. */
  excess: number | null
}

/** The names that search results need: places, makes and companies, each by id and by slug. */
export type Catalogue = {
  cities: Map<number, CatalogueCity>
  brands: Map<number, Brand>
  models: Map<number, Model>
  trims: Map<number, Trim>
  types: Map<number, BodyType>
  companies: Map<number, CatalogueCompany>
  /** The name of a company's main place in a city, by `<company> <city>`. */
  mainPlaces: Map<string, Record<Language, string>>
  brandBySlug: Map<string, Brand>
  modelByPath: Map<string, Model>
  trimByPath: Map<string, Trim>
  typeBySlug: Map<string, BodyType>
  /** Finds a city by its id, its slug, or its name in any language and spelling (decisions.md, "Forms"). */
  cityOf: (text: string) => CatalogueCity | undefined
  /** Toman for one euro. */
  rate: number
  priceRules: RuleSets
}

/** It rarely changes, and every page needs it. */
const KEEP_SECONDS = 10

/** The catalogue, read at most every ten seconds. */
export const catalogueOf = remember(KEEP_SECONDS, readCatalogue)

/** The city that a text names (see `cityOf`), undefined where there is none. */
export async function findCity(db: Kysely<DB>, text: string | number): Promise<CatalogueCity | undefined> {
  return (await catalogueOf(db)).cityOf(String(text))
}

async function readCatalogue(db: Kysely<DB>): Promise<Catalogue> {
  const names = ['id', 'slug', 'name_fa', 'name_en', 'name_ar'] as const
  const [cities, brands, models, trims, types, companies, places, euro, priceRules] = await Promise.all([
    db
      .selectFrom('city')
      .select([...names, 'name_tr', 'name_de', 'zone', 'search'])
      .execute(),
    db.selectFrom('brand').select(names).execute(),
    db
      .selectFrom('model')
      .select([...names, 'brand_id'])
      .execute(),
    db
      .selectFrom('trim')
      .select([...names, 'model_id'])
      .execute(),
    db.selectFrom('body_type').select(['id', 'slug', 'category', 'name']).orderBy('position').orderBy('id').execute(),
    db
      .selectFrom('company')
      .select(['id', 'name', 'verified', 'currency_id', 'confirmation', 'free_until_hours', 'excess'])
      .execute(),
    db
      .selectFrom('place')
      .distinctOn(['company_id', 'city_id'])
      .select(['company_id', 'city_id', 'name'])
      .where('paused_at', 'is', null)
      .orderBy('company_id')
      .orderBy('city_id')
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db.selectFrom('currency').select('irt_per_unit').where('id', '=', CURRENCY_IDS.EUR).executeTakeFirst(),
    readRuleSets(db),
  ])
  const brandById = byId(brands)
  const modelById = byId(
    models.map((model) => ({ ...model, path: `${brandById.get(model.brand_id)?.slug}/${model.slug}` })),
  )
  const trimById = byId(trims.map((trim) => ({ ...trim, path: `${modelById.get(trim.model_id)?.path}/${trim.slug}` })))
  return {
    cities: byId(cities),
    brands: brandById,
    models: modelById,
    trims: trimById,
    types: byId(types),
    companies: byId(
      companies.map(({ currency_id, ...company }) => ({ ...company, currency: currencyOfId(currency_id) ?? 'IRT' })),
    ),
    mainPlaces: new Map(places.map(({ company_id, city_id, name }) => [`${company_id} ${city_id}`, name])),
    brandBySlug: new Map(brands.map((brand) => [brand.slug, brand])),
    modelByPath: new Map([...modelById.values()].map((model) => [model.path, model])),
    trimByPath: new Map([...trimById.values()].map((trim) => [trim.path, trim])),
    typeBySlug: new Map(types.map((type) => [type.slug, type])),
    cityOf: cityFinder(cities),
    rate: euro?.irt_per_unit ?? Number.NaN,
    priceRules,
  }
}

function cityFinder(cities: CatalogueCity[]): Catalogue['cityOf'] {
  const byText = new Map<string, CatalogueCity>()
  for (const city of cities)
    for (const text of [...spellingsOf(city), city.slug, String(city.id)]) byText.set(text, city)
  return (text) => {
    const requested = foldPlace(text)
    return (
      byText.get(requested) ??
      onlyOne(cities.filter(({ search }) => ` ${foldPlace(search)} `.includes(` ${requested} `)))
    )
  }
}

/** The only item of a list. Names in further languages are found in cities' search texts, and one that fits two cities names neither. */
function onlyOne<Thing>(things: Thing[]): Thing | undefined {
  return things.length === 1 ? things[0] : undefined
}

function byId<Row extends { id: number }>(rows: Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
