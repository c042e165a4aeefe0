import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { cancellationDeadlines } from '#app/rules/money/cancellation.ts'
import { billOf } from '#app/rules/money/price.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { DAY_MS, HOUR_MS } from '#app/rules/time/durations.ts'
import { dateIn, instantOf } from '#app/rules/time/rental-time.ts'
import { insertRows, type Row } from '../insert-rows.ts'
import { chanceOf } from '../random.ts'
import { newId } from './new-id.ts'

const COMPANY = 12
/** Two years, up to the days on which the demonstration's other stays begin. */
const FIRST_DAY = -740
const LAST_DAY = -7
const TIME = '10:00'
/** Rentals in a hundred days of a vehicle that begin, by month; the company grows from one year to the next. */
const SEASON = [55, 62, 96, 94, 74, 70, 66, 68, 76, 80, 74, 78]
const GROWTH = 8

const FIRST_NAMES = ['ناهید', 'کامران', 'شیرین', 'بهروز', 'سیما', 'فرهاد', 'لاله', 'مهران', 'ژاله', 'کوروش']
const LAST_NAMES = ['مرادی', 'کاظمی', 'صادقی', 'رحیمی', 'جعفری', 'نظری', 'حیدری', 'قاسمی', 'امینی', 'باقری']

type Vehicle = Awaited<ReturnType<typeof readVehicles>>[number]
type Stay = Row<'reservation'>

/**
 * Loads two years of rentals that the demonstration's agency booked itself at its counter and on the phone, as a company enters those of
 * its former books: without payments, records or commission. They stand behind its reports. Nothing is free or taken by them.
 */
export async function loadHistory(tx: Kysely<DB>, now: Date): Promise<void> {
  const vehicles = await readVehicles(tx)
  const taken = await readTaken(tx)
  const stays = vehicles.flatMap((vehicle) => staysOf(vehicle, taken.get(vehicle.id) ?? [], now))
  await insertRows(tx, 'reservation', stays)
  // The vehicles have been the company's for as long.
  await sql`update vehicle_state set since = ${new Date(now.getTime() + (FIRST_DAY - 7) * DAY_MS)}
    where state = 1 and ad_id in (select id from ad where company_id = ${COMPANY})
      and since = (select min(since) from vehicle_state first where first.ad_id = vehicle_state.ad_id)`.execute(tx)
}

function readVehicles(tx: Kysely<DB>) {
  return tx
    .selectFrom('ad')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('place', (join) =>
      join
        .onRef('place.company_id', '=', 'ad.company_id')
        .onRef('place.city_id', '=', 'ad.city_id')
        .on('place.kind', '=', 'OFFICE'),
    )
    .select(['ad.id', 'ad.city_id', 'ad.trust', 'ad.guarantee_amount', 'ad.p1', 'ad.p3', 'ad.p7', 'ad.p14', 'ad.p30'])
    .select(['city.zone', 'place.id as office', 'company.free_until_hours', 'company.half_until_hours'])
    .where('ad.company_id', '=', COMPANY)
    .where('ad.alike', 'is', null)
    .orderBy('ad.id')
    .execute()
}

async function readTaken(tx: Kysely<DB>) {
  const rows = await tx
    .selectFrom('reservation')
    .select(['ad_id', 'start_at', 'end_at'])
    .where('company_id', '=', COMPANY)
    .execute()
  return Map.groupBy(rows, ({ ad_id }) => ad_id)
}

function staysOf(vehicle: Vehicle, taken: readonly { start_at: Date; end_at: Date }[], now: Date): Stay[] {
  const chance = chanceOf(vehicle.id * 7919)
  const today = dateIn(vehicle.zone, now)
  const stays: Stay[] = []
  let day = FIRST_DAY + chance.between(0, 9)
  while (day < LAST_DAY) {
    const days = chance.between(2, 12)
    const month = Number(addDays(today, day).slice(5, 7)) - 1
    const wanted = (SEASON[month] ?? 0) - (day < FIRST_DAY / 2 ? GROWTH : 0)
    const stay = day + days < LAST_DAY ? stayOf(vehicle, { day, days, chance, now }) : undefined
    const isFree = stay && taken.every(({ start_at, end_at }) => start_at > stay.end_at || end_at < stay.start_at)
    if (isFree && chance.odds(wanted)) stays.push(stay)
    day += days + chance.between(0, 2)
  }
  return stays
}

function stayOf(
  vehicle: Vehicle,
  { day, days, chance, now }: { day: number; days: number; chance: ReturnType<typeof chanceOf>; now: Date },
): Stay {
  const start_date = addDays(dateIn(vehicle.zone, now), day)
  const end_date = addDays(start_date, days)
  const start_at = instantOf(start_date, TIME, vehicle.zone)
  const { lines, total } = billOf({
    ...{ days, from: 'IRT', to: 'IRT', rate: 1, prepayment_percent: 0 },
    prices: {
      ...{ tiers: vehicle, receive_place: 0, return_place: 0 },
      ...{ child_seat: 0, extra_driver: 0, internet: 0, insurance: 0 },
    },
    extras: { child_seat_count: 0, extra_driver: false, internet: false, supplemental_insurance: false },
  })
  const { freeUntil, halfUntil } = cancellationDeadlines(start_at, {
    freeUntilHours: vehicle.free_until_hours,
    halfUntilHours: vehicle.half_until_hours,
  })
  const guest = chance.between(0, FIRST_NAMES.length * LAST_NAMES.length - 1)
  const source = chance.odds(60) ? 'COUNTER' : 'PHONE'
  const lead = source === 'COUNTER' ? chance.between(0, 2) : chance.between(2, 24)
  return {
    ...{ id: newId(), status: chance.odds(6) ? 'CANCELLED' : 'COMPLETED', source, language: 'fa' },
    fullname: `${FIRST_NAMES[guest % 10]} ${LAST_NAMES[Math.floor(guest / 10)]}`,
    // Numbers that nobody has.
    phone: `+9891200${String(70_000 + guest)}`,
    national_id: '',
    ...{ ad_id: vehicle.id, company_id: COMPANY, city_id: vehicle.city_id },
    ...{ start_date, start_time: TIME, end_date, end_time: TIME, start_at },
    end_at: instantOf(end_date, TIME, vehicle.zone),
    ...{ receive_place_id: vehicle.office, return_place_id: vehicle.office },
    ...{ currency_id: CURRENCY_IDS.IRT, days, lines, total, payable_now: 0, commission_percent: 0 },
    ...{ trust: vehicle.trust, guarantee_amount: vehicle.guarantee_amount },
    ...{ free_until: freeUntil, half_until: halfUntil, network_address: '' },
    created_at: new Date(start_at.getTime() - lead * DAY_MS - chance.between(1, 9) * HOUR_MS),
  }
}
