import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { api } from '#app/api/call/context.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { Due, VehicleDue } from '#app/contract/company/fleet/due.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isTaken } from '#app/db/prices/free.ts'
import { currencyIn } from '#app/db/reservation.ts'
import type { Language } from '#app/rules/constants.ts'
import { closesHandOver, type DueKind, expectedDay, NEEDED_PAPERS, stateOfDue } from '#app/rules/fleet/due.ts'
import { freeServiceTime } from '#app/rules/fleet/service-time.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

/** The periods, in days, from whose hand-overs the use of a vehicle is estimated, and over which its costs are added up. */
const DRIVEN_DAYS = 120
const COST_DAYS = 365
const DONE_SHOWN = 50
/** How far ahead a work without a day of its own may be planned. In days. */
const PLANNED_DAYS = 14

type Shown = z.infer<typeof Due>

/**
 * What of a company's vehicles falls due, without retired ones: those that have passed first, then by day. A work by kilometres is
 * on the day on which its vehicle is expected to reach them.
 */
export const list = api.company.fleet.due.list.handler(async ({ input, context }) => {
  const { deps, language, company } = context
  const { page, size, view, kind } = input
  const now = deps.now()
  const rows = await openRows(deps.db, now)
    .where('vehicle_due.company_id', '=', company)
    .where('ad.status', '<>', STATE_NUMBERS.RETIRED)
    .$if(kind !== undefined, (query) => query.where('vehicle_due.kind', '=', kind ?? 'OTHER'))
    .execute()
  const all = rows
    .map((row) => shown(row, { language, now }))
    .filter(({ state }) => view === 'ALL' || state === 'PASSED' || (view === 'NEAR' && state === 'SOON'))
    .sort((one, other) => orderOf(one).localeCompare(orderOf(other)) || one.id - other.id)
  const { start, end } = pageSlice(page, all.length, size)
  const zones = new Map(rows.map(({ ad_id, zone }) => [ad_id, zone]))
  return { count: all.length, results: await withFreeTimes(deps.db, all.slice(start, end), { zones, now }) }
})

/** Everything about one vehicle. */
export const ofVehicle = api.company.fleet.due.ofVehicle.handler(({ context: { deps, language, vehicle } }) =>
  vehicleDue(deps.db, { ad: vehicle.id, language, now: deps.now() }),
)

/** A vehicle's papers and works with what they cost; `ad` must exist. */
export async function vehicleDue(
  db: Kysely<DB>,
  { ad, language, now }: { ad: number; language: Language; now: Date },
): Promise<z.infer<typeof VehicleDue>> {
  const [rows, done, papers, vehicle] = await Promise.all([
    openRows(db, now).where('vehicle_due.ad_id', '=', ad).orderBy('vehicle_due.id').execute(),
    doneRows(db, ad),
    db
      .selectFrom('vehicle_paper')
      .select(['id', 'due_id', 'name', 'added_at'])
      .where('ad_id', '=', ad)
      .orderBy('added_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('ad')
      .innerJoin('company', 'company.id', 'ad.company_id')
      .innerJoin('city', 'city.id', 'ad.city_id')
      .select(['company.currency_id', 'city.zone', lastKm.as('odometer')])
      .where('ad.id', '=', ad)
      .executeTakeFirstOrThrow(),
  ])
  const open = rows.map((row) => shown(row, { language, now }))
  const since = addDays(dateIn(vehicle.zone, now), -COST_DAYS)
  return {
    open: await withFreeTimes(db, open, { zones: new Map([[ad, vehicle.zone]]), now }),
    done: done.slice(0, DONE_SHOWN),
    costs: costsOf(done.filter(({ done_on }) => done_on >= since)),
    odometer: vehicle.odometer,
    currency: currencyIn(vehicle),
    papers: papers.map(({ due_id: due, added_at, ...paper }) => ({ ...paper, due, added_at: added_at.toISOString() })),
  }
}

/** The needed papers of a vehicle that have ended, with their last day; of those that were never entered nothing is known. */
export async function endedPapers(db: Kysely<DB>, { ad, now }: { ad: number; now: Date }) {
  const rows = await db
    .selectFrom('vehicle_due')
    .innerJoin('ad', 'ad.id', 'vehicle_due.ad_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .select(['vehicle_due.kind', 'due_on', 'city.zone'])
    .where('ad_id', '=', ad)
    .where('done_on', 'is', null)
    .where('vehicle_due.kind', 'in', NEEDED_PAPERS)
    .orderBy('vehicle_due.id')
    .execute()
  return rows.flatMap(({ kind, due_on, zone }) =>
    due_on !== null && closesHandOver({ kind, due_on }, dateIn(zone, now)) ? [{ kind, due_on }] : [],
  )
}

/** The last reading of an `ad` in the query, from its hand-overs and from its finished works. */
const lastKm = sql<number | null>`greatest(
  (select p.odometer from protocol p where p.ad_id = ad.id and p.undone_at is null order by p.done_at desc limit 1),
  (select max(d.done_km) from vehicle_due d where d.ad_id = ad.id))`

function openRows(db: Kysely<DB>, now: Date) {
  const since = new Date(now.getTime() - DRIVEN_DAYS * DAY_MS)
  return db
    .selectFrom('vehicle_due')
    .innerJoin('ad', 'ad.id', 'vehicle_due.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('protocol as p')
          .select(
            sql<
              { km: number; at: string }[]
            >`json_agg(json_build_object('km', p.odometer, 'at', p.done_at) order by p.done_at)`.as('list'),
          )
          .whereRef('p.ad_id', '=', 'ad.id')
          .where('p.undone_at', 'is', null)
          .where('p.done_at', '>', since)
          .as('readings'),
      (join) => join.onTrue(),
    )
    .select(['vehicle_due.id', 'vehicle_due.ad_id', 'vehicle_due.kind', 'due_on', 'due_km', 'cost', 'vehicle_due.note'])
    .select(['ad.plate', 'ad.picture', 'company.currency_id', 'city.zone', 'readings.list', lastKm.as('odometer')])
    .select(TITLE_COLUMNS)
    .select(
      sql<boolean>`exists (select from busy b where b.ad_id = ad.id and b.kind = 'BLOCK' and b.purpose = 'SERVICE'
        and b.status <> 0 and b.end_at > ${now})`.as('is_blocked'),
    )
    .where('vehicle_due.done_on', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof openRows>['execute']>>[number]

function shown(row: Row, { language, now }: { language: Language; now: Date }): Shown {
  const { id, ad_id, plate, picture, kind, due_on, due_km, odometer, cost, note, is_blocked } = row
  const today = dateIn(row.zone, now)
  const readings = (row.list ?? []).map(({ km, at }) => ({ km, on: dateIn(row.zone, new Date(at)) }))
  const expected_on =
    due_km === null ? null : expectedDay({ first: readings[0] ?? null, last: readings.at(-1) ?? null, due_km }, today)
  return {
    ...{ id, kind, due_on, due_km, odometer, expected_on, cost, note, is_blocked },
    vehicle: { id: ad_id, title: titleOf(row, language), plate, picture },
    state: stateOfDue({ due_on, due_km, odometer, expected_on }, today),
    closes_hand_over: closesHandOver({ kind, due_on }, today),
    currency: currencyIn(row),
    free_time: null,
  }
}

/** Passed ones first, then by day; without a day last. */
function orderOf({ state, due_on, expected_on }: Shown): string {
  const [first = '9999'] = [due_on, expected_on].filter((day) => day !== null).sort()
  return `${state === 'PASSED' ? 0 : 1} ${first}`
}

/** The same with the first free time for each work that has no block yet. */
async function withFreeTimes(
  db: Kysely<DB>,
  listed: Shown[],
  { zones, now }: { zones: ReadonlyMap<number, string>; now: Date },
): Promise<Shown[]> {
  const works = listed.filter(({ kind, is_blocked }) => !is_blocked && kind !== 'INSURANCE' && kind !== 'REGISTRATION')
  if (works.length === 0) return listed
  const busy = await db
    .selectFrom('busy')
    .select(['ad_id', 'start_at', 'end_at'])
    .where('ad_id', 'in', [...new Set(works.map(({ vehicle }) => vehicle.id))])
    .where('end_at', '>', now)
    .where(isTaken(now, 'busy'))
    .execute()
  return listed.map((one) => {
    const zone = zones.get(one.vehicle.id)
    if (!works.includes(one) || !zone) return one
    const today = dateIn(zone, now)
    const taken = busy.filter(({ ad_id }) => ad_id === one.vehicle.id)
    return { ...one, free_time: freeServiceTime(taken, { now, today, lastDay: lastDayOf(one, today), zone }) }
  })
}

/** Until when a work is planned: the day on which it is due, or two weeks where that has passed or is not known. */
function lastDayOf({ due_on, expected_on }: Shown, today: CalendarDate): CalendarDate {
  const day = due_on ?? expected_on
  return day !== null && day > today ? day : addDays(today, PLANNED_DAYS)
}

async function doneRows(db: Kysely<DB>, ad: number) {
  const rows = await db
    .selectFrom('vehicle_due')
    .select(['id', 'kind', 'done_on', 'done_km', 'done_cost', 'note'])
    .where('ad_id', '=', ad)
    .where('done_on', 'is not', null)
    .orderBy('done_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  return rows.flatMap(({ done_on, done_cost: cost, ...row }) => (done_on === null ? [] : [{ ...row, done_on, cost }]))
}

function costsOf(done: { kind: DueKind; cost: number | null }[]) {
  const kinds = [...new Set(done.map(({ kind }) => kind))].sort()
  return kinds.map((kind) => {
    const works = done.filter((one) => one.kind === kind)
    return { kind, times: works.length, amount: works.reduce((sum, { cost }) => sum + (cost ?? 0), 0) }
  })
}
