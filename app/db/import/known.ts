import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS, type CurrencyCode, currencyOfId } from '#app/rules/constants.ts'
import { plateKey } from '#app/rules/fleet/fine.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { wordKey } from './read/words.ts'
import type { Named } from './vehicle.ts'

/** What rows refer to, found by id, slug or any name in any spelling. */
export type Known = {
  company: { id: number; currency: CurrencyCode; irtPerUnit: number; city: number }
  cityOf(text: string): number | undefined
  brandOf(text: string): (Named & { id: number }) | undefined
  brandNames: string[]
  modelOf(brand: number, text: string): Named | undefined
  trimOf(brand: number, model: string, text: string): Named | undefined
  typeOf(text: string): { id: number; slug: string; category: number; name: Record<string, string> } | undefined
  typeNames: string[]
  /** The reference of the company's vehicle with this plate (`plateKey`): null where that has none, undefined if there is no such vehicle. */
  holderOf(plate: string): string | null | undefined
}

const NAMES = ['id', 'slug', 'name_fa', 'name_en', 'name_ar'] as const

/** Reads it once for each import. Throws when there is no such company. */
export async function readKnown(db: Kysely<DB>, companyId: number): Promise<Known> {
  const company = await db
    .selectFrom('company')
    .select(['id', 'currency_id', 'city_id'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  const cities = await db
    .selectFrom('city')
    .select([...NAMES, 'search'])
    .execute()
  const brands = await db.selectFrom('brand').select(NAMES).execute()
  const models = await db
    .selectFrom('model')
    .select([...NAMES, 'brand_id'])
    .execute()
  const trims = await db
    .selectFrom('trim')
    .select([...NAMES, 'model_id'])
    .execute()
  const types = await db.selectFrom('body_type').select(['id', 'slug', 'category', 'name']).execute()
  const currencies = await db.selectFrom('currency').select(['id', 'irt_per_unit']).execute()
  const plates = await db
    .selectFrom('ad')
    .select(['plate', 'reference'])
    .where('company_id', '=', companyId)
    .where('plate', 'is not', null)
    .where('status', '<>', STATE_NUMBERS.RETIRED)
    .execute()
  const holders = new Map(plates.map(({ plate, reference }) => [plateKey(plate ?? ''), reference]))
  const currency = company && currencyOfId(company.currency_id)
  if (!company || !currency) throw new Error(`There is no company with the id ${companyId}.`)
  const irtPerUnit = currencies.find(({ id }) => id === CURRENCY_IDS[currency])?.irt_per_unit ?? 1

  const cityByKey = index(cities, (city) => [String(city.id), city.slug, city.name_fa, city.name_en, city.name_ar])
  // The Turkish and German spellings are in the folded search text only, each a whole word or several.
  for (const city of cities) {
    for (const word of city.search.split(' ')) if (!cityByKey.has(wordKey(word))) cityByKey.set(wordKey(word), city)
  }
  const brandByKey = index(brands, namesOf)
  const modelByKey = index(models, (model) => namesOf(model).map((name) => `${model.brand_id}/${wordKey(name)}`))
  const modelById = new Map(models.map((model) => [model.id, model]))
  const trimByKey = index(trims, (trim) => {
    const model = modelById.get(trim.model_id)
    return namesOf(trim).map((name) => `${model?.brand_id}/${model?.slug}/${wordKey(name)}`)
  })
  const typeByKey = index(types, (type) => [type.slug, ...Object.values(type.name)])

  return {
    company: { id: company.id, currency, irtPerUnit, city: company.city_id },
    cityOf: (text) => cityByKey.get(wordKey(text))?.id,
    brandOf: (text) => brandByKey.get(wordKey(text)),
    brandNames: brands.map(({ name_en }) => name_en),
    modelOf: (brand, text) => modelByKey.get(`${brand}/${wordKey(text)}`),
    trimOf: (brand, model, text) => trimByKey.get(`${brand}/${model}/${wordKey(text)}`),
    typeOf: (text) => typeByKey.get(wordKey(text)),
    holderOf: (plate) => holders.get(plate),
    typeNames: types.map(({ slug, name }) => `${slug} (${name.fa})`),
  }
}

function namesOf({ slug, name_fa, name_en, name_ar }: Named): string[] {
  return [slug, name_fa, name_en, name_ar]
}

/** Rows by each of their keys, folded; keys that are paths are left as they are. */
function index<Row>(rows: readonly Row[], keysOf: (row: Row) => string[]): Map<string, Row> {
  const found = new Map<string, Row>()
  for (const row of rows) {
    for (const text of keysOf(row)) {
      const key = text.includes('/') ? text : wordKey(text)
      if (!found.has(key)) found.set(key, row)
    }
  }
  return found
}
