import { sql } from 'kysely'
import type { Filters } from '#app/api/ads/question.ts'
import { find } from '#app/api/ads/search.ts'
import type { ApiContext, Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { readReservation } from '#app/api/reservations/read/read.ts'
import { AdFilters } from '#app/contract/ads.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { CHEAPER_BOUNDS, isWorthShowing } from '#app/rules/reservation/cheaper-offer.ts'
import { HOUR_MS, MINUTE_MS } from '#app/rules/time/durations.ts'
import { type QuotedOffer, quoteOffer } from './quote-offer.ts'
import { isSwitchable, switchableOf, switchedOf } from './switchable.ts'

/** Searches of one run, which is made once a minute. */
const BATCH = 10

/**
 * Looks for cheaper offers of paid reservations that can still be cancelled free of charge, each twice a day until one
 * is found. What a run claims is not claimed by another process.
 */
export async function findCheaper(deps: Deps): Promise<void> {
  const errors: unknown[] = []
  // One search that fails must not keep the others from being made.
  for (const id of await claim(deps)) await look(deps, id).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} cheaper offers could not be looked for`)
}

async function claim({ db, now }: Deps): Promise<string[]> {
  const at = now()
  const before = new Date(at.getTime() - CHEAPER_BOUNDS.checkedEveryHours * HOUR_MS)
  const bookedBefore = new Date(at.getTime() - CHEAPER_BOUNDS.sinceHours * HOUR_MS)
  const freeAfter = new Date(at.getTime() + CHEAPER_BOUNDS.untilMinutes * MINUTE_MS)
  const { rows } = await sql<{ reservation_id: string }>`
    insert into cheaper_offer (reservation_id, checked_at)
    select r.id, ${at} from reservation r left join cheaper_offer o on o.reservation_id = r.id
    where r.status = 'CONFIRMED' and r.source = 'SITE' and r.paid > r.refunded
      and r.free_until > ${freeAfter} and r.created_at < ${bookedBefore}
      and (o.reservation_id is null or (o.ad_id is null and o.checked_at < ${before}))
    order by o.checked_at nulls first, r.id limit ${BATCH}
    on conflict (reservation_id) do update set checked_at = excluded.checked_at
      where cheaper_offer.ad_id is null and cheaper_offer.checked_at < ${before}
    returning reservation_id`.execute(db)
  return rows.map(({ reservation_id }) => reservation_id)
}

async function look(deps: Deps, id: string): Promise<void> {
  const reservation = await readReservation(deps.db, id)
  if (!(await isSwitchable(deps.db, reservation, deps.now()))) return
  const offer = await cheapestFor(deps, reservation)
  if (!offer) return
  await inTransaction(deps.db, async (tx) => {
    const found = await tx
      .updateTable('cheaper_offer')
      .set({ ad_id: offer.quoted.ad.id, found_at: deps.now() })
      .where('reservation_id', '=', id)
      .where('ad_id', 'is', null)
      .returning('reservation_id')
      .executeTakeFirst()
    if (!found) return
    const account = await tx
      .selectFrom('account')
      .select('notifications')
      .where('holder', '=', reservation.holder)
      .executeTakeFirst()
    // Only who agreed to news hears of it; everybody else sees it on the trip's page.
    if (!account?.notifications.marketing) return
    const amount = reservation.total - offer.quoted.bill.total
    await notify(deps, tx, { kind: 'cheaperFound', reservation: id, amount, once: `cheaper ${id}` })
  })
}

/** The cheapest of the first vehicles that search finds, at the price that booking it would have. */
async function cheapestFor(deps: Deps, reservation: ReservationRow): Promise<QuotedOffer | undefined> {
  const now = deps.now()
  const { language } = reservation
  const query = {
    currency: String(CURRENCY_IDS[currencyIn(reservation)]),
    ...{ ordering: 'cheapest' as const, page: 1, size: CHEAPER_BOUNDS.candidates },
  }
  const { found } = await find(query, await filtersOf(deps, reservation), { deps, language } as ApiContext)
  const offers: QuotedOffer[] = []
  for (const { id } of found.rows) {
    if (id === reservation.ad_id) continue
    const offer = await quoteOffer(deps.db, { reservation, ad: id, now })
    if (offer && isWorthShowing(switchableOf(reservation), switchedOf(offer), now)) offers.push(offer)
  }
  return offers.sort((one, other) => one.quoted.bill.total - other.quoted.bill.total)[0]
}

/** The same class, city, days and gearbox. */
async function filtersOf({ db }: Deps, reservation: ReservationRow): Promise<Filters> {
  const { start_date, start_time, end_date, end_time, city_id } = reservation
  const ad = await db
    .selectFrom('ad')
    .innerJoin('body_type', 'body_type.id', 'ad.type_id')
    .select(['ad.category', 'ad.gearbox', 'body_type.slug'])
    .where('ad.id', '=', reservation.ad_id)
    .executeTakeFirstOrThrow()
  return AdFilters.parse({
    ...{ start_date, start_time, end_date, end_time, city: String(city_id) },
    ...{ categories: [ad.category], types: [ad.slug], gearbox_type: [ad.gearbox] },
  })
}
