import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { currencyOf, setDayPrices } from '#app/api/company/prices/day-prices.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import {
  changedPrices,
  isPercent,
  PERCENT_MAX,
  type PriceChange,
  ROUNDING_STEPS,
} from '#app/rules/money/changed-prices.ts'
import { TIERS, type TierPrices } from '#app/rules/money/price.ts'
import { type Choosing, chosenVehicles, lockChosen, shownChosen } from './chosen.ts'

const SHOWN = 100

/** Nothing is changed. Throws INVALID_FIELDS for a percentage or a step out of bounds. */
export const previewPrices = api.company.fleet.many.previewPrices.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  const currency = await currencyOf(deps.db, company)
  guard(input, currency)
  const { ids } = input
  const { changes, seen } = await changesOf(deps.db, { company, ids, now: deps.now(), language }, input)
  const refused = changes.filter(({ after }) => after === undefined)
  return {
    ...{ currency, count: changes.length, refused: refused.length, seen },
    bookings: changes.reduce((sum, { vehicle }) => sum + vehicle.bookings, 0),
    first: changes
      .toSorted((one, other) => orderOf(one) - orderOf(other))
      .slice(0, SHOWN)
      .map(({ vehicle, before, after }) => ({ ...shownChosen(vehicle), before, after: after ?? null })),
  }
})

/**
 * Sets the prices of the preview in one transaction; the search's prices follow in it. Throws CHANGED_MEANWHILE if they are no longer
 * those that were seen (so sending it twice changes them once), and INVALID_FIELDS if one of them would be nothing.
 */
export const setPrices = api.company.fleet.many.setPrices.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  const { ids } = input
  const currency = await currencyOf(deps.db, company)
  guard(input, currency)
  const changed = await inTransaction(deps.db, async (tx) => {
    await lockChosen(tx, { company, ids })
    const { changes, seen } = await changesOf(tx, { company, ids, now: deps.now(), language }, input)
    if (seen !== input.seen) throw errors.CHANGED_MEANWHILE()
    const rows = changes.flatMap(({ vehicle, after }) => (after ? [{ id: vehicle.id, ...after }] : []))
    if (rows.length !== changes.length) throw invalidFields({ value: ['price_out_of_bounds'] })
    await setDayPrices(tx, rows, currency)
    return rows.length
  })
  await catalogueOf.again(deps.db)
  deps.publish({ kind: 'pages' })
  return { changed }
})

function guard({ kind, value, step }: PriceChange, currency: CurrencyCode) {
  if (!ROUNDING_STEPS[currency].includes(step)) throw invalidFields({ step: ['invalid'] })
  if (isPercent(kind) && value > PERCENT_MAX[kind])
    throw invalidFields({ value: ['max'] }, { value: { n: PERCENT_MAX[kind] } })
}

/** The chosen vehicles whose prices change, and what stands for the prices of all of them. */
async function changesOf(db: Kysely<DB>, choosing: Choosing, change: PriceChange) {
  const vehicles = await chosenVehicles(db, choosing)
  const seen = createHash('sha256')
  const changes = vehicles.flatMap((vehicle) => {
    const { id, p1, p3, p7, p14, p30 } = vehicle
    const before: TierPrices = { p1, p3, p7, p14, p30 }
    seen.update([id, p1, p3, p7, p14, p30].join(' ').concat('\n'))
    const after = changedPrices(before, change)
    return !after || TIERS.some(({ tier }) => before[tier] !== after[tier]) ? [{ vehicle, before, after }] : []
  })
  return { changes, seen: seen.digest('base64url') }
}

type Change = Awaited<ReturnType<typeof changesOf>>['changes'][number]

/** Those without a valid price come first, then those with reservations. */
function orderOf({ after, vehicle }: Change): number {
  if (!after) return 0
  return vehicle.bookings > 0 ? 1 : 2
}
