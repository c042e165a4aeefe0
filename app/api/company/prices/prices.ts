import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { euroRate } from '#app/api/books/money.ts'
import type { Things } from '#app/api/call/admission/things.ts'
import { type ApiContext, api, type Tx } from '#app/api/call/context.ts'
import { type ErrorValues, invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { copyPriceRules } from '#app/api/company/fleet/copy.ts'
import { lockOthers, unitCount } from '#app/api/company/fleet/units.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { PriceRuleFields, PriceSettings, SeasonFields } from '#app/contract/company/prices/prices.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { readStoredRules, type StoredRules } from '#app/db/prices/price-rules.ts'
import { sortPricesOf } from '#app/db/prices/sort-prices.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { type Language, WHOLE_UNIT } from '#app/rules/constants.ts'
import type { TierPrices } from '#app/rules/money/price.ts'
import { overlapOf, PRICE_RULE_LIMITS, type PriceSeason } from '#app/rules/money/price-rules.ts'

type Settings = z.infer<typeof PriceSettings>
type SeasonInput = z.infer<typeof SeasonFields>
/** Whose rules: a company's, or those of one of its vehicles. */
type Scope = Things['fleetPart']

const NOTHING_STORED: StoredRules = {
  ...{ ad_id: null, weekdays: null, min_days: null, max_days: null, lead_hours: null },
  ...{ last_minute_days: null, last_minute_percent: null, early_days: null, early_percent: null, seasons: [] },
}

/** A company's rules for its prices, or those of one vehicle. */
export const read = api.company.prices.read.handler(({ context: { deps, fleetPart, language } }) =>
  priceSettings(deps.db, fleetPart, language),
)

/** Sets the sent fields; null removes one. Existing reservations keep their prices. Throws INVALID_FIELDS. */
export const set = api.company.prices.set.handler(async ({ input, context }) => {
  const { company: _, ad: __, all_units, p1, p3, p7, p14, p30, ...rules } = input
  const tiers = given({ p1, p3, p7, p14, p30 })
  const { fleetPart: scope } = context
  await inTransaction(context.deps.db, async (tx) => {
    const stored = await lockRules(tx, scope)
    const set = { ...stored, ...given(rules) }
    const fieldErrors = ruleErrors(set)
    if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors, { max_days: { n: set.min_days ?? 1 } })
    const units = scope.ad === null ? [] : [scope.ad, ...(all_units ? await otherUnits(tx, scope.ad) : [])]
    if (Object.keys(tiers).length > 0) for (const unit of units) await setTiers(tx, unit, tiers)
    if (Object.keys(given(rules)).length === 0) return
    await tx.updateTable('price_rule').set(given(rules)).where('id', '=', stored.id).execute()
    if (all_units) await giveRulesToAll(tx, scope)
  })
  return written(scope, context)
})

/** Adds a season. Throws INVALID_FIELDS if it ends before it begins or overlaps with another. */
export const addSeason = api.company.prices.addSeason.handler(async ({ input, context }) => {
  const { company: _, ad: __, all_units, ...season } = input
  const { fleetPart: scope } = context
  await inTransaction(context.deps.db, async (tx) => {
    const { id, seasons } = await lockRules(tx, scope)
    if (seasons.length >= PRICE_RULE_LIMITS.seasons) throw invalidFields({ name: ['too_many_seasons'] })
    guardSeason(season, seasons)
    await tx
      .insertInto('price_season')
      .values({ ...columnsOf(season), price_rule_id: id })
      .execute()
    if (all_units) await giveRulesToAll(tx, scope)
  })
  return written(scope, context)
})

/** Changes a season. Throws INVALID_FIELDS as above. */
export const changeSeason = api.company.prices.changeSeason.handler(async ({ input, context }) => {
  const { id, all_units, ...season } = input
  const scope = scopeOf(context.season)
  await inTransaction(context.deps.db, async (tx) => {
    const { seasons } = await lockRules(tx, scope)
    guardSeason(
      season,
      seasons.filter((other) => other.id !== id),
    )
    await tx.updateTable('price_season').set(columnsOf(season)).where('id', '=', id).execute()
    if (all_units) await giveRulesToAll(tx, scope)
  })
  return written(scope, context)
})

/** Removes a season. */
export const dropSeason = api.company.prices.dropSeason.handler(async ({ input, context }) => {
  const scope = scopeOf(context.season)
  await inTransaction(context.deps.db, async (tx) => {
    await lockRules(tx, scope)
    await tx.deleteFrom('price_season').where('id', '=', input.id).execute()
    if (input.all_units) await giveRulesToAll(tx, scope)
  })
  return written(scope, context)
})

const scopeOf = ({ company_id, ad_id }: Things['season']): Scope => ({ company: company_id, ad: ad_id })

/** Locks the rules, creating them if there are none. */
async function lockRules(tx: Tx, { company, ad }: Scope): Promise<StoredRules & { id: number }> {
  await tx
    .insertInto('price_rule')
    .values({ company_id: company, ad_id: ad })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('price_rule')
    .select('id')
    .where('company_id', '=', company)
    .where(sql<boolean>`ad_id is not distinct from ${ad}`)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...NOTHING_STORED, ...(await readStoredRules(tx, { company, ad })), id }
}

/** Copies the vehicle's rules and seasons to the others of its kind, replacing theirs. */
async function giveRulesToAll(tx: Tx, { ad }: Scope) {
  if (ad === null) return
  for (const unit of await otherUnits(tx, ad)) {
    const rules = tx.selectFrom('price_rule').select('id').where('ad_id', '=', unit)
    await tx.deleteFrom('price_season').where('price_rule_id', 'in', rules).execute()
    await tx.deleteFrom('price_rule').where('ad_id', '=', unit).execute()
    await copyPriceRules(tx, ad, unit)
  }
}

async function otherUnits(tx: Tx, id: number): Promise<number[]> {
  const { alike } = await tx.selectFrom('ad').select('alike').where('id', '=', id).executeTakeFirstOrThrow()
  return (await lockOthers(tx, { id, alike })).map((unit) => unit.id)
}

function ruleErrors(rules: z.infer<typeof PriceRuleFields>): Record<string, string[]> {
  const fieldErrors: Record<string, string[]> = {}
  const { min_days, max_days } = rules
  if (min_days && max_days && max_days < min_days) fieldErrors.max_days = ['min']
  for (const name of ['last_minute', 'early'] as const) {
    const [days, percent] = [rules[`${name}_days`] ?? null, rules[`${name}_percent`] ?? null]
    if (days === null && percent !== null) fieldErrors[`${name}_days`] = ['required']
    if (percent === null && days !== null) fieldErrors[`${name}_percent`] = ['required']
  }
  return fieldErrors
}

function guardSeason(season: SeasonInput, others: readonly PriceSeason[]) {
  if (season.end_date < season.start_date) throw invalidFields({ end_date: ['season_ends_before'] })
  const asked = { starts_on: season.start_date, ends_on: season.end_date }
  const other = others.find((one) => overlapOf([one, asked]))
  if (!other) return
  const values: ErrorValues = { start_date: { name: other.name } }
  throw invalidFields({ start_date: ['season_overlap'] }, values)
}

function columnsOf({ name, start_date, end_date, percent, min_days }: SeasonInput) {
  return { name, starts_on: start_date, ends_on: end_date, percent, min_days: min_days ?? null }
}

/** The search's prices follow in the same statement. */
async function setTiers(tx: Tx, id: number, sent: Partial<TierPrices>) {
  const ad = await tx
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select(['ad.p1', 'ad.p3', 'ad.p7', 'ad.p14', 'ad.p30', 'company.currency_id'])
    .where('ad.id', '=', id)
    .forUpdate('ad')
    .executeTakeFirstOrThrow()
  const { currency_id, ...tiers } = { ...ad, ...sent }
  const currency = currencyIn({ currency_id })
  const rate = currency === 'IRT' ? 1 : await euroRate(tx)
  await tx
    .updateTable('ad')
    .set({ ...tiers, ...sortPricesOf(tiers, rate, WHOLE_UNIT[currency]) })
    .where('id', '=', id)
    .execute()
}

/** Clears the caches, so that searches and pages use the new rules. */
async function written(scope: Scope, context: ApiContext): Promise<Settings> {
  const { db, publish } = context.deps
  await catalogueOf.again(db)
  publish({ kind: 'pages' })
  return priceSettings(db, scope, context.language)
}

/** The rules of a scope, as the contract defines them. */
export async function priceSettings(db: Kysely<DB>, { company, ad }: Scope, language: Language): Promise<Settings> {
  const { currency_id } = await db
    .selectFrom('company')
    .select('currency_id')
    .where('id', '=', company)
    .executeTakeFirstOrThrow()
  const stored = await readStoredRules(db, { company, ad })
  const inherited = ad === null ? null : await readStoredRules(db, { company, ad: null })
  return {
    currency: currencyIn({ currency_id }),
    vehicle: ad === null ? null : await vehicleOf(db, ad, language),
    own: shown(stored),
    inherited: ad === null ? null : shown(inherited),
  }
}

async function vehicleOf(db: Kysely<DB>, ad: number, language: Language) {
  const row = await db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['ad.id', 'ad.p1', 'ad.p3', 'ad.p7', 'ad.p14', 'ad.p30', unitCount.as('units'), ...TITLE_COLUMNS])
    .where('ad.id', '=', ad)
    .executeTakeFirstOrThrow()
  const { id, p1, p3, p7, p14, p30, units } = row
  return { id, title: titleOf(row, language), p1, p3, p7, p14, p30, units }
}

function shown(stored: StoredRules | null): Settings['own'] {
  const { ad_id: _, ...rules } = stored ?? NOTHING_STORED
  return rules
}

function given<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
}
