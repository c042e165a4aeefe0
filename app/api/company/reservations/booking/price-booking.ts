import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { shownBill } from '#app/api/reservations/reserve/quote.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isFree } from '#app/db/prices/free.ts'
import { freeUnitsOf } from '#app/db/prices/free-units.ts'
import { paymentsIn } from '#app/rules/reservation/staff-booking.ts'
import { partsOfBooking, quoteBooking } from './quoted-booking.ts'

/** The bill of a booking by staff, with the caller's bounds for its price. Throws INVALID_FIELDS. */
export const priceBooking = api.company.reservations.priceBooking.handler(async ({ input, context }) => {
  const { deps, person, vehicle, language } = context
  const now = deps.now()
  const quoted = await quoteBooking(deps.db, input, { person, now })
  const { ad, chosen, bounds, percent } = quoted
  const wanted = { ad: ad.id, start: chosen.start_at, end: chosen.end_at, now }
  const available = await isFree(deps.db, wanted)
  return {
    ...shownBill(quoted),
    available,
    free_unit: available ? null : ((await freeUnitsOf(deps.db, wanted, 1))[0] ?? null),
    title: titleOf(await namesOf(deps.db, ad.id), language),
    plate: vehicle.plate,
    zone: ad.zone,
    start_at: chosen.start_at.toISOString(),
    price: { ...bounds, percent },
    payments: [...paymentsIn(ad.currency)],
    parts: partsOfBooking(quoted, input.start_date).map(({ amount }) => amount),
    commission_percent: ad.own_booking_percent,
  }
})

function namesOf(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(TITLE_COLUMNS)
    .where('ad.id', '=', id)
    .executeTakeFirstOrThrow()
}
