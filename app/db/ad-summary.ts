import { type Kysely, type RawBuilder, sql } from 'kysely'
import { CURRENCY_CODES, type CurrencyCode } from '#app/rules/constants.ts'
import { catalogueOf } from './catalogue.ts'
import { remember } from './remember.ts'
import type { DB } from './schema.ts'
import { shownPrice } from './shown-price.ts'

/** How many vehicles are on offer, and the lowest day price there is, as shown. */
export type Offer = { ads: number; price_from: number | null }
const NOTHING: Offer = { ads: 0, price_from: null }

const KEEP_SECONDS = 30

/** What is on offer in each city, at most half a minute old. */
export async function offersByCity(db: Kysely<DB>, currency: CurrencyCode): Promise<(city: number) => Offer> {
  const offers = await byCity(db, currency)
  return (city) => offers.get(city) ?? NOTHING
}

/** What is on offer of each body type, at most half a minute old. */
export async function offersByType(db: Kysely<DB>, currency: CurrencyCode): Promise<(type: number) => Offer> {
  const offers = await byType(db, currency)
  return (type) => offers.get(type) ?? NOTHING
}

/** How many vehicles a company offers, at most half a minute old. */
export async function adsByCompany(db: Kysely<DB>): Promise<(company: number) => number> {
  const offers = await byCompany(db)
  return (company) => offers.get(company)?.ads ?? 0
}

const byCity = remember(KEEP_SECONDS, (db, currency) => readOffers(db, currency, sql`a.city_id`))
const byType = remember(KEEP_SECONDS, (db, currency) => readOffers(db, currency, sql`a.type_id`))
const byCompany = remember(KEEP_SECONDS, (db) => readOffers(db, 'IRT', sql`a.company_id`))

async function readOffers(db: Kysely<DB>, requested: string, group: RawBuilder<unknown>): Promise<Map<number, Offer>> {
  const currency = CURRENCY_CODES.find((code) => code === requested) ?? 'IRT'
  const { rate } = await catalogueOf(db)
  const { rows } = await sql<Offer & { id: number }>`
    select ${group} as id, count(*) as ads, min(${shownPrice({ tier: 'p30', currency, rate })}) as price_from
    from ad a join company c on c.id = a.company_id where a.status = 1 group by 1`.execute(db)
  return new Map(rows.map(({ id, ...offer }) => [id, offer]))
}
