import { type Kysely, type RawBuilder, sql } from 'kysely'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { BUSY } from '#app/db/prices/free.ts'
import type { Language } from '#app/rules/constants.ts'
import { offeredSpans, spansOfUse, type UseSpans } from '#app/rules/fleet/utilisation.ts'
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
export interface ReportVehicle extends UseSpans {
  id: number
  plate: string | null
  type: { id: number; name: Record<Language, string> }
  city: { id: number; zone: string; name: Record<'name_fa' | 'name_en' | 'name_ar', string> }
  /** Empty where no earnings are asked for. */
  rentals: ReportRental[]
}

type Asked = { company: number; from: Date; to: Date; now: Date; earnings: boolean }

/**
 * The vehicles of a company with their rentals and blocks between two instants. Rentals count as they were booked, changed and
 * lengthened; one that is overdue counts until now.
 */
export async function fleetTimes(db: Kysely<DB>, asked: Asked): Promise<ReportVehicle[]> {
  const [vehicles, types, cities, states, rentals, blocks] = await Promise.all([
    readVehicles(db, asked.company),
    readTypes(db),
    readCities(db, asked.company),
    readStates(db, asked.company),
    readRentals(db, asked),
    readBlocks(db, asked),
  ])
  const rentalsOf = Map.groupBy(rentals, ({ ad }) => ad)
  const blocksOf = Map.groupBy(blocks, ({ ad_id }) => ad_id)
  const statesOf = Map.groupBy(states, ({ ad }) => ad)
  return vehicles.flatMap(({ id, plate, type_id, city_id }) => {
    const [type, city] = [types.get(type_id), cities.get(city_id)]
    if (!type || !city) return []
    const own = rentalsOf.get(id) ?? []
    const times = {
      rented: own.map(({ span }) => span),
      blocked: (blocksOf.get(id) ?? []).map(({ start_at, end_at }) => [start_at.getTime(), end_at.getTime()] as const),
      offered: offeredSpans(statesOf.get(id) ?? []),
    }
    return [{ id, plate, type, city, rentals: asked.earnings ? own : [], ...spansOfUse(times) }]
  })
}

function readVehicles(db: Kysely<DB>, company: number) {
  return db
    .selectFrom('ad')
    .select(['ad.id', 'ad.plate', 'ad.type_id', 'ad.city_id'])
    .where('ad.company_id', '=', company)
    .execute()
}

async function readTypes(db: Kysely<DB>): Promise<Map<number, ReportVehicle['type']>> {
  const rows = await db.selectFrom('body_type').select(['id', 'name']).execute()
  return new Map(rows.map((type) => [type.id, type]))
}

async function readCities(db: Kysely<DB>, company: number): Promise<Map<number, ReportVehicle['city']>> {
  const rows = await db
    .selectFrom('city')
    .select(['id', 'zone', 'name_fa', 'name_en', 'name_ar'])
    .where('id', 'in', (of) => of.selectFrom('ad').select('city_id').where('company_id', '=', company))
    .execute()
  return new Map(rows.map(({ id, zone, ...name }) => [id, { id, zone, name }]))
}

async function readStates(
  db: Kysely<DB>,
  company: number,
): Promise<{ ad: number; since: number; isOffered: boolean }[]> {
  const { ad, since, state } = await readColumns(db, {
    columns: {
      ad: sql`ad_id`,
      since: sql`round(date_part('epoch', since) * 1000)::bigint`,
      state: sql`vehicle_state.state`,
    },
    from: sql`vehicle_state join ad on ad.id = vehicle_state.ad_id where ad.company_id = ${company}`,
  })
  return ad.map((id, index) => ({
    ad: id,
    since: since[index] ?? 0,
    isOffered: state[index] === STATE_NUMBERS.OFFERED,
  }))
}

async function readRentals(db: Kysely<DB>, { company, from, to, now, earnings }: Asked): Promise<ReportRental[]> {
  const { ad, start, end, currency, total } = await readColumns<'ad' | 'start' | 'end' | 'currency' | 'total'>(db, {
    columns: {
      ad: sql`ad_id`,
      start: sql`(date_part('epoch', start_at) / 60)::int`,
      end: sql`(date_part('epoch', case when status = 'ACTIVE' then greatest(end_at, ${now}::timestamptz) else end_at end) / 60)::int`,
      currency: earnings ? sql`currency_id` : undefined,
      total: earnings ? sql`total` : undefined,
    },
    from: sql`reservation where company_id = ${company} and status in ${literalList(SUCCESSFUL)} and start_at < ${to}
      and (end_at > ${from} or status = 'ACTIVE')`,
  })
  return ad.map((id, index) => ({
    ad: id,
    span: [(start[index] ?? 0) * MINUTE_MS, (end[index] ?? 0) * MINUTE_MS],
    currency: currency[index] ?? 0,
    total: total[index] ?? 0,
  }))
}

/**
 * Columns of whole numbers, each as one text: the driver reads them many times faster than tens of thousands of rows. A column
 * without an expression is not read, and empty.
 */
async function readColumns<Name extends string>(
  db: Kysely<DB>,
  { columns, from }: { columns: Record<Name, RawBuilder<unknown> | undefined>; from: RawBuilder<unknown> },
): Promise<Record<Name, number[]>> {
  const entries = Object.entries<RawBuilder<unknown> | undefined>(columns).flatMap(([name, column]) =>
    column ? [[name, column] as const] : [],
  )
  const texts = sql.join(entries.map(([name, column]) => sql`array_agg(${column})::text as ${sql.ref(name)}`))
  const { rows } = await sql<Record<Name, string | null>>`select ${texts} from ${from}`.execute(db)
  const read = (name: string) => JSON.parse(`[${rows[0]?.[name as Name]?.slice(1, -1) ?? ''}]`) as number[]
  return Object.fromEntries(Object.keys(columns).map((name) => [name, read(name)])) as Record<Name, number[]>
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
