import { type Kysely, type RawBuilder, sql } from 'kysely'
import { TITLE_COLUMNS, type TitleRow } from '#app/api/reservations/read/vehicle-title.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { BUSY } from '#app/db/prices/free.ts'
import type { Language } from '#app/rules/constants.ts'
import { offeredSpans, type VehicleTimes } from '#app/rules/fleet/utilisation.ts'
import { SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import type { Span } from '#app/rules/time/spans.ts'

/** A rental as reports count it. Amounts are in the minor unit of its currency. */
export interface ReportRental {
  ad: number
  span: Span
  currency: number
  total: number
}

/** A vehicle of the company with what it did. */
export interface ReportVehicle extends VehicleTimes {
  id: number
  plate: string | null
  type: { id: number; name: Record<Language, string> }
  city: { id: number; zone: string; name: Record<'name_fa' | 'name_en' | 'name_ar', string> }
  title: TitleRow
  rentals: ReportRental[]
}

type Asked = { company: number; from: Date; to: Date; now: Date }

/**
 * The vehicles of a company with their rentals and blocks between two instants. Rentals count as they were booked, changed and
 * lengthened; one that is overdue counts until now.
 */
export async function fleetTimes(db: Kysely<DB>, asked: Asked): Promise<ReportVehicle[]> {
  const [vehicles, states, rentals, blocks] = await Promise.all([
    readVehicles(db, asked.company),
    readStates(db, asked.company),
    readRentals(db, asked),
    readBlocks(db, asked),
  ])
  const rentalsOf = Map.groupBy(rentals, ({ ad }) => ad)
  const blocksOf = Map.groupBy(blocks, ({ ad_id }) => ad_id)
  const statesOf = Map.groupBy(states, ({ ad }) => ad)
  return vehicles.map(({ id, plate, type_id, type_name, city_id, zone, name_fa, name_en, name_ar, ...title }) => {
    const own = rentalsOf.get(id) ?? []
    return {
      id,
      plate,
      title,
      type: { id: type_id, name: type_name },
      city: { id: city_id, zone, name: { name_fa, name_en, name_ar } },
      rentals: own,
      rented: own.map(({ span }) => span),
      blocked: (blocksOf.get(id) ?? []).map(({ start_at, end_at }) => [start_at.getTime(), end_at.getTime()] as const),
      offered: offeredSpans(statesOf.get(id) ?? []),
    }
  })
}

function readVehicles(db: Kysely<DB>, company: number) {
  return db
    .selectFrom('ad')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .innerJoin('body_type', 'body_type.id', 'ad.type_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['ad.id', 'ad.plate', 'ad.type_id', 'body_type.name as type_name'])
    .select(['ad.city_id', 'city.zone', 'city.name_fa', 'city.name_en', 'city.name_ar', ...TITLE_COLUMNS])
    .where('ad.company_id', '=', company)
    .execute()
}

async function readStates(
  db: Kysely<DB>,
  company: number,
): Promise<{ ad: number; since: number; isOffered: boolean }[]> {
  const numbers = await readNumbers(
    db,
    sql`select string_agg(ad_id || ',' || round(date_part('epoch', since) * 1000)::bigint || ',' || vehicle_state.state, ',') as numbers
      from vehicle_state inner join ad on ad.id = vehicle_state.ad_id where ad.company_id = ${company}`,
  )
  return inRows(numbers, 3, (number) => ({
    ad: number(0),
    since: number(1),
    isOffered: number(2) === STATE_NUMBERS.OFFERED,
  }))
}

async function readRentals(db: Kysely<DB>, { company, from, to, now }: Asked): Promise<ReportRental[]> {
  const numbers = await readNumbers(
    db,
    sql`select string_agg(ad_id || ',' || (date_part('epoch', start_at) / 60)::int || ',' || (date_part('epoch',
      case when status = 'ACTIVE' then greatest(end_at, ${now}::timestamptz) else end_at end) / 60)::int
      || ',' || currency_id || ',' || total, ',') as numbers
    from reservation
    where company_id = ${company} and status in ${literalList(SUCCESSFUL)} and start_at < ${to}
      and (end_at > ${from} or status = 'ACTIVE')`,
  )
  return inRows(numbers, 5, (number) => ({
    ad: number(0),
    span: [number(1) * MINUTE_MS, number(2) * MINUTE_MS],
    currency: number(3),
    total: number(4),
  }))
}

/** Rows of numbers as one text: the driver reads it many times faster than tens of thousands of rows. */
async function readNumbers(db: Kysely<DB>, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ numbers: string | null }>`${query}`.execute(db)
  return JSON.parse(`[${rows[0]?.numbers ?? ''}]`)
}

/** By index: taking small arrays apart takes three times as long. */
function inRows<Row>(
  numbers: readonly number[],
  columns: number,
  read: (number: (column: number) => number) => Row,
): Row[] {
  const rows: Row[] = []
  let at = 0
  const number = (column: number) => numbers[at + column] ?? 0
  for (; at < numbers.length; at += columns) rows.push(read(number))
  return rows
}

function readBlocks(db: Kysely<DB>, { company, from, to }: Asked) {
  return db
    .selectFrom('busy')
    .innerJoin('ad', 'ad.id', 'busy.ad_id')
    .select(['busy.ad_id', 'busy.start_at', 'busy.end_at'])
    .where('ad.company_id', '=', company)
    .where('busy.kind', '=', 'BLOCK')
    .where('busy.status', '=', BUSY.FIRM)
    .where('busy.start_at', '<', to)
    .where('busy.end_at', '>', from)
    .execute()
}
