import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { CONVERTED_STEP, TIERS, type TierPrices } from '#app/rules/money/price.ts'
import { discountedTiers, type TierDiscounts } from '#app/rules/money/tier-discounts.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { currencyOf, setDayPrices } from './day-prices.ts'

const SHOWN = 50

/** Each vehicle's prices per day as they would be; nothing is changed. */
export const previewTiers = api.company.prices.previewTiers.handler(async ({ input, context }) => {
  const { company: _, ...discounts } = input
  const { company } = context
  const { db } = context.deps
  const currency = await currencyOf(db, company)
  const changes = await changesOf(db, { company, currency, discounts })
  const first = changes.slice(0, SHOWN).map(({ row, before, after }) => {
    return { id: row.id, title: titleOf(row, context.language), before, after }
  })
  return { currency, count: changes.length, first }
})

/** Sets them, based on the present prices; the search's prices follow in the same transaction. */
export const applyTiers = api.company.prices.applyTiers.handler(async ({ input, context }) => {
  const { company: _, ...discounts } = input
  const { company } = context
  const { db, publish } = context.deps
  const currency = await currencyOf(db, company)
  const changed = await inTransaction(db, async (tx) => {
    // Locked, so that no simultaneous change of a price is lost.
    await tx.selectFrom('ad').select('id').where('company_id', '=', company).orderBy('id').forUpdate().execute()
    const changes = await changesOf(tx, { company, currency, discounts })
    const rows = changes.map(({ row, after }) => ({ id: row.id, ...after }))
    await setDayPrices(tx, rows, currency)
    return rows.length
  })
  await catalogueOf.again(db)
  publish({ kind: 'pages' })
  return { changed }
})

async function changesOf(
  db: Kysely<DB>,
  { company, currency, discounts }: { company: number; currency: CurrencyCode; discounts: TierDiscounts },
) {
  const rows = await db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['ad.id', 'ad.p1', 'ad.p3', 'ad.p7', 'ad.p14', 'ad.p30', ...TITLE_COLUMNS])
    .where('ad.company_id', '=', company)
    .where('ad.status', '<>', STATE_NUMBERS.RETIRED)
    .orderBy('ad.id')
    .execute()
  return rows.flatMap((row) => {
    const { p1, p3, p7, p14, p30 } = row
    const before: TierPrices = { p1, p3, p7, p14, p30 }
    const after = discountedTiers(p1, discounts, CONVERTED_STEP[currency])
    return TIERS.some(({ tier }) => before[tier] !== after[tier]) ? [{ row, before, after }] : []
  })
}
