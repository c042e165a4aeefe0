import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { matchesVehicle } from '#app/api/company/fleet/offers.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { TAKING } from '#app/db/prices/free.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { stateOfNumber } from '#app/rules/search/vehicle-state.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { slotFrom, wallText } from '#app/rules/time/fleet-calendar.ts'
import { dateIn, instantOf, localOf } from '#app/rules/time/rental-time.ts'

const SHOWN_IN_THE_WAY = 10
const RETIRED = 2

/** The company's vehicles by their numbers, without retired ones, with what occupies each of them. */
export const read = api.company.calendar.read.handler(async ({ input, context }) => {
  const { deps, language, companyFilter } = context
  const { page, size, q, ad, days } = input
  const now = deps.now()
  const found = deps.db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .where('ad.status', '<>', RETIRED)
    .$if(companyFilter !== null, (query) => query.where('ad.company_id', '=', companyFilter ?? 0))
    .$if(ad !== undefined, (query) => query.where('ad.id', '=', ad ?? 0))
    .$if(q !== undefined, (query) => query.where(matchesVehicle(q ?? '')))
  const { count, rows } = await pageRows(
    found.select(['ad.id', 'ad.plate', 'ad.status', 'city.zone']).select(TITLE_COLUMNS).orderBy('ad.id'),
    { page, size },
  )
  const zone = rows[0]?.zone ?? HOME_ZONE
  const today = dateIn(zone, now)
  const from = input.from ?? today
  const stays = await staysOf(deps.db, {
    ads: rows.map(({ id }) => id),
    ...daysOf(from, days, zone),
    now,
  })
  const byVehicle = Map.groupBy(stays, ({ ad }) => ad)
  return {
    count,
    from,
    days,
    today,
    next_slot: wallText(slotFrom(localOf(new Date(now.getTime() + MINUTE_MS), zone))),
    results: rows.map((row) => ({
      id: row.id,
      title: titleOf(row, language),
      plate: row.plate,
      state: stateOfNumber(row.status),
      stays: (byVehicle.get(row.id) ?? []).map(({ ad: _, ...stay }) => stay),
    })),
  }
})

/** What occupies a vehicle in some time. Throws INVALID_FIELDS for a time that ends before it begins. */
export const conflicts = api.company.calendar.conflicts.handler(async ({ input, context }) => {
  const { deps, vehicle: ad } = context
  const { id, start_date, start_time, end_date, end_time } = input
  const start = instantOf(start_date, start_time, ad.zone)
  const end = instantOf(end_date, end_time, ad.zone)
  if (end <= start) throw invalidFields({ end_date: ['return_before_pickup'] })
  const held = await staysOf(deps.db, { ads: [id], start, end, now: deps.now() })
  return {
    in_the_way: held.slice(0, SHOWN_IN_THE_WAY).map(({ ad: _, ...stay }) => stay),
  }
})

/** What occupies these vehicles in some time. A rental is shown as booked, without the gap after it. */
async function staysOf(
  db: Kysely<DB>,
  { ads, start, end, now }: { ads: readonly number[]; start: Date; end: Date; now: Date },
) {
  if (ads.length === 0) return []
  const rows = await db
    .selectFrom('busy')
    .innerJoin('ad', 'ad.id', 'busy.ad_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .leftJoin('reservation_change as change', 'change.id', 'busy.change_id')
    .leftJoin('reservation', (join) =>
      join.on(sql<boolean>`reservation.id = coalesce(busy.reservation_id, change.reservation_id)`),
    )
    .select([
      'busy.id',
      'busy.ad_id',
      'busy.kind',
      'busy.note',
      'busy.purpose',
      'busy.source_id',
      'busy.start_at',
      'busy.end_at',
      'city.zone',
    ])
    .select(['reservation.id as reservation', 'reservation.fullname', 'reservation.status', 'busy.change_id'])
    .select(['reservation.start_at as booked_start', 'reservation.end_at as booked_end'])
    .where('busy.ad_id', 'in', ads)
    .where('busy.status', 'in', TAKING)
    .where('busy.start_at', '<', end)
    .where('busy.end_at', '>', start)
    .where(sql<boolean>`(busy.hold_until is null or busy.hold_until > ${now})`)
    .orderBy('busy.start_at')
    .orderBy('busy.id')
    .execute()
  return rows.map((row) => {
    const isBooked = row.change_id === null && row.booked_start !== null && row.booked_end !== null
    const begins = localOf(isBooked ? row.booked_start! : row.start_at, row.zone)
    const ends = localOf(isBooked && row.booked_end! < row.end_at ? row.booked_end! : row.end_at, row.zone)
    const isBlock = row.kind === 'BLOCK'
    return {
      ad: row.ad_id,
      kind: isBlock ? ('BLOCK' as const) : ('RESERVATION' as const),
      id: isBlock ? String(row.id) : (row.reservation ?? String(row.id)),
      // Another calendar's entries are rentals elsewhere.
      purpose: row.source_id === null ? row.purpose : ('OTHER_CHANNEL' as const),
      label: isBlock
        ? row.note
        : row.fullname && row.status && nameForCompany({ fullname: row.fullname, status: row.status }),
      status: isBlock ? null : row.status,
      is_late: isLate(row, now),
      is_imported: row.source_id !== null,
      start_date: begins.date,
      start_time: begins.time,
      end_date: ends.date,
      end_time: ends.time,
      free_from: wallText(localOf(row.end_at, row.zone)),
    }
  })
}

function isLate(
  { status, booked_start, booked_end }: { status: string | null; booked_start: Date | null; booked_end: Date | null },
  now: Date,
): boolean {
  if (status === 'CONFIRMED') return booked_start !== null && booked_start < now
  return status === 'ACTIVE' && booked_end !== null && booked_end < now
}

/** Wide enough for the days in any time zone of the fleet's cities. */
function daysOf(from: CalendarDate, days: number, zone: string) {
  return {
    start: instantOf(addDays(from, -1), '00:00', zone),
    end: instantOf(addDays(from, days + 1), '00:00', zone),
  }
}
