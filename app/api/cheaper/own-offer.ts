import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { keptForSwitch, switchRefusal } from '#app/rules/reservation/cheaper-offer.ts'
import { quoteOffer } from './quote-offer.ts'
import { isSwitchable, switchableOf, switchedOf } from './switchable.ts'

/** The cheaper offer of a reservation at its present price; null if there is none, or not any more. */
export const readCheaper = api.reservations.cheaper.read.handler(async ({ context }) => {
  const { deps, language, reservation } = context
  const { db } = deps
  const now = deps.now()
  const found = await openOffer(db, reservation.id)
  if (!found || !(await isSwitchable(db, reservation, now))) return null
  const offer = await quoteOffer(db, { reservation, ad: found, now })
  if (!offer || switchRefusal(switchableOf(reservation), switchedOf(offer), now)) return null
  const { bill, chosen, ad, guarantee_amount, freeUntil } = offer.quoted
  const [vehicle, place] = await Promise.all([
    readVehicle(db, ad.id),
    chosen.receive.place
      ? db.selectFrom('place').select('name').where('id', '=', chosen.receive.place.id).executeTakeFirst()
      : undefined,
  ])
  return {
    ad: {
      ...{ id: ad.id, category: ad.category, title: titleOf(vehicle, language) },
      ...{ year: vehicle.year, picture: vehicle.picture },
    },
    company: { id: ad.company_id, name: wordingIn(language, vehicle.company_name) },
    place: place ? wordingIn(language, place.name) : (chosen.receive.address ?? ''),
    zone: ad.zone,
    currency: currencyIn(reservation),
    ...{ total: bill.total, payable_now: bill.payable_now, due_at_desk: bill.due_at_desk },
    ...{ trust_type: ad.trust, guarantee_amount, free_until: freeUntil.toISOString() },
    ...{ before: reservation.total, saving: reservation.total - bill.total },
    to_wallet: keptForSwitch(reservation) - bill.payable_now,
  }
})

/** Keeps the reservation as it is: its offer is answered. Again it changes nothing. */
export const keepOwn = api.reservations.cheaper.keep.handler(async ({ context: { deps, tx, reservation } }) => {
  await tx
    .updateTable('cheaper_offer')
    .set({ answer: 'KEPT', answered_at: deps.now() })
    .where('reservation_id', '=', reservation.id)
    .where('ad_id', 'is not', null)
    .where('answer', 'is', null)
    .execute()
  return { id: reservation.id }
})

/** The vehicle of an offer that nobody has answered. */
export async function openOffer(db: Kysely<DB>, reservation: string): Promise<number | null> {
  const found = await db
    .selectFrom('cheaper_offer')
    .select('ad_id')
    .where('reservation_id', '=', reservation)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return found?.ad_id ?? null
}

function readVehicle(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select(['ad.year', 'ad.picture', 'company.name as company_name', ...TITLE_COLUMNS])
    .where('ad.id', '=', id)
    .executeTakeFirstOrThrow()
}
