import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { mergeRules, NO_PRICE_RULES, type PriceRules, type PriceSeason } from '#app/rules/money/price-rules.ts'

/** The price rules of companies and of vehicles that have their own. */
export type RuleSets = {
  companies: ReadonlyMap<number, PriceRules>
  /** By vehicle, with its company's rules merged in. */
  vehicles: ReadonlyMap<number, { company: number; city: number; rules: PriceRules }>
}

/** A row of `price_rule` with its seasons. */
export type StoredRules = {
  ad_id: number | null
  weekdays: number[] | null
  min_days: number | null
  max_days: number | null
  lead_hours: number | null
  last_minute_days: number | null
  last_minute_percent: number | null
  early_days: number | null
  early_percent: number | null
  seasons: (PriceSeason & { id: number })[]
}

/** A row `r` of `price_rule` as JSON. */
const STORED = sql`json_build_object('ad_id', r.ad_id, 'weekdays', r.weekdays, 'min_days', r.min_days,
  'max_days', r.max_days, 'lead_hours', r.lead_hours, 'last_minute_days', r.last_minute_days,
  'last_minute_percent', r.last_minute_percent, 'early_days', r.early_days, 'early_percent', r.early_percent,
  'seasons', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'starts_on', s.starts_on,
    'ends_on', s.ends_on, 'percent', s.percent, 'min_days', s.min_days) order by s.starts_on), '[]')
    from price_season s where s.price_rule_id = r.id))`

/** The rules of listing `ad` and of its company, for a query that reads the listing: null where there are none. */
export const storedRulesOfAd: RawBuilder<StoredRules[] | null> = sql`(select json_agg(${STORED}) from price_rule r
  where r.company_id = ad.company_id and coalesce(r.ad_id, ad.id) = ad.id)`

/** The rules that apply to a listing, from the stored rows of the listing and of its company. */
export function rulesIn(stored: readonly StoredRules[] | null): PriceRules {
  if (!stored) return NO_PRICE_RULES
  const of = (row: StoredRules | undefined) => (row ? rulesOf(row) : null)
  return mergeRules(of(stored.find(({ ad_id }) => ad_id === null)), of(stored.find(({ ad_id }) => ad_id !== null)))
}

/** The rules that a company set for all its vehicles, or for one of them; null when it set none. */
export async function readStoredRules(
  db: Kysely<DB>,
  { company, ad }: { company: number; ad: number | null },
): Promise<StoredRules | null> {
  const { rows } = await sql<{ stored: StoredRules }>`select ${STORED} as stored from price_rule r
    where r.company_id = ${company} and r.ad_id is not distinct from ${ad}`.execute(db)
  return rows[0]?.stored ?? null
}

/** Reads all price rules. */
export async function readRuleSets(db: Kysely<DB>): Promise<RuleSets> {
  const { rows } = await sql<{ company_id: number; city_id: number | null; stored: StoredRules }>`
    select r.company_id, a.city_id, ${STORED} as stored from price_rule r left join ad a on a.id = r.ad_id`.execute(db)
  const companies = new Map<number, PriceRules>()
  for (const { company_id, stored } of rows) if (stored.ad_id === null) companies.set(company_id, rulesOf(stored))
  const vehicles = new Map<number, { company: number; city: number; rules: PriceRules }>()
  for (const { company_id: company, city_id: city, stored } of rows)
    if (stored.ad_id !== null && city !== null)
      vehicles.set(stored.ad_id, { company, city, rules: mergeRules(companies.get(company) ?? null, rulesOf(stored)) })
  return { companies, vehicles }
}

/** A stored row in the form that `rules/` expects. */
function rulesOf(stored: StoredRules): PriceRules {
  const { weekdays, seasons, min_days, max_days, lead_hours } = stored
  const discount = (days: number | null, percent: number | null) =>
    days === null || percent === null ? null : { days, percent }
  return {
    ...{ weekdays, seasons, min_days, max_days, lead_hours },
    last_minute: discount(stored.last_minute_days, stored.last_minute_percent),
    early: discount(stored.early_days, stored.early_percent),
  }
}
