import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { REPORT_GROUPS } from '#app/contract/company/reports.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { addUse, addUseByWeekday, measurerOfUse, percentOf, type Use } from '#app/rules/fleet/utilisation.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { spanOf, weekdayStarts } from '#app/rules/time/report-periods.ts'
import { aheadDays, bookedYearAgo } from './ahead.ts'
import { fleetTimes, type ReportVehicle } from './fleet-times.ts'
import { inTurns } from './in-turns.ts'
import { reach, reportCompany, reportPeriods, shownDays, spansIn } from './periods.ts'
import { figureDays, readTrips } from './trips.ts'

type Group = { id: number; name: string | null; plate: string | null; vehicles: number; uses: Use[] }

/** How a company's vehicles were used; the groups are ordered by use, vehicles with the least used first. Source: issue 19, C. */
export const use = api.company.reports.use.handler(async ({ input, context }) => {
  const { deps, language, company } = context
  const { page, size, step, span, by, type, city } = input
  const { db } = deps
  const now = deps.now()
  const { zone } = await reportCompany(db, company)
  const periods = reportPeriods({ step, span, language, now, zone })
  const coming = aheadDays(periods.today, language)
  const all = { ...periods, pairs: [...periods.pairs, coming] }
  const figures = figureDays(periods)
  const [vehicles, trips, tripsBefore] = await Promise.all([
    fleetTimes(db, { company, ...reach(all), earnings: false }),
    readTrips(db, company, figures.now),
    readTrips(db, company, figures.before),
  ])
  const bookedThen = await bookedYearAgo(db, {
    zones: zonesOf(vehicles),
    company,
    now,
    today: periods.today,
    before: coming.before,
  })
  const zones = new Map<string, { measure: ReturnType<typeof measurerOfUse>; days: ReturnType<typeof weekdayStarts> }>()
  const weekdays = new Map<number, { id: number; name: string; uses: Use[] }>()
  const totals: Use[] = []
  const groups = new Map<number, Group>()
  let chosen: string | null = null
  for await (const vehicle of inTurns(vehicles)) {
    const { zone } = vehicle.city
    const known = zones.get(zone) ?? {
      measure: measurerOfUse([...spansIn(periods, zone), spanOf(coming.days, zone), spanOf(coming.before, zone)]),
      days: weekdayStarts(figures.now, zone, now.getTime()),
    }
    zones.set(zone, known)
    const uses = known.measure(vehicle)
    const { type: kind } = vehicle
    const ofClass = weekdays.get(kind.id) ?? {
      ...{ id: kind.id, name: wordingIn(language, kind.name) },
      uses: WEEKDAYS.map(() => ({ out: 0, able: 0 })),
    }
    addUseByWeekday(ofClass.uses, vehicle, known.days)
    weekdays.set(kind.id, ofClass)
    addUse(totals, uses)
    const [current, before] = uses
    if (!current || !before || (current.able === 0 && before.able === 0)) continue
    if ((type && vehicle.type.id !== type) || (city && vehicle.city.id !== city)) continue
    if (type || city) chosen = groupOf(vehicle, type ? 'CLASS' : 'CITY', language).name
    const { id } = by === 'VEHICLE' ? vehicle : by === 'CLASS' ? vehicle.type : vehicle.city
    const group = groups.get(id) ?? { ...groupOf(vehicle, by, language), vehicles: 0, uses: [] }
    group.vehicles += 1
    addUse(group.uses, [current, before])
    groups.set(id, group)
  }
  const inOrder = [...groups.values()].sort(by === 'VEHICLE' ? leastFirst : mostFirst)
  const { start, end } = pageSlice(page, inOrder.length, size)
  const shown = inOrder.slice(start, end)
  const titles = by === 'VEHICLE' ? await readTitles(db, shown, language) : undefined
  const at = (index: number) => inDays(totals[index])
  const ahead = 2 * periods.pairs.length
  const ended = totals[ahead + 1]
  return {
    count: inOrder.length,
    results: shown.map(({ uses, ...group }) => ({
      ...group,
      name: group.name ?? titles?.get(group.id) ?? '',
      now: inDays(uses[0]),
      before: inDays(uses[1]),
    })),
    days: shownDays(figures.now),
    before_days: shownDays(figures.before),
    now: at(0),
    before: at(1),
    weekdays: [...weekdays.values()]
      .filter(({ uses }) => uses.some(({ able }) => able > 0))
      .sort((one, other) => shareOfAll(other.uses) - shareOfAll(one.uses) || one.id - other.id)
      .map(({ uses, ...group }) => ({ ...group, uses: uses.map(inDays) })),
    chosen,
    trips,
    trips_before: tripsBefore,
    series: periods.pairs.slice(1).map(({ days }, index) => ({
      days: shownDays(days),
      now: at(2 * index + 2),
      before: at(2 * index + 3),
    })),
    ahead: {
      days: shownDays(coming.days),
      now: at(ahead),
      year_ago: inDays({ out: bookedThen, able: Math.max(ended?.able ?? 0, bookedThen) }),
      ended: inDays(ended),
    },
  }
})

const zonesOf = (vehicles: readonly ReportVehicle[]) => [...new Set(vehicles.map(({ city }) => city.zone))]

/** A vehicle has no name here: only those on the page are read. */
function groupOf(vehicle: ReportVehicle, by: (typeof REPORT_GROUPS)[number], language: Language) {
  const { id, plate, type, city } = vehicle
  if (by === 'VEHICLE') return { id, plate, name: null }
  const [group, name] = by === 'CLASS' ? [type, wordingIn(language, type.name)] : [city, nameOf(city.name, language)]
  return { id: group.id, plate: null, name }
}

async function readTitles(
  db: Kysely<DB>,
  vehicles: readonly Group[],
  language: Language,
): Promise<Map<number, string>> {
  if (vehicles.length === 0) return new Map()
  const rows = await db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['ad.id', ...TITLE_COLUMNS])
    .where(
      'ad.id',
      'in',
      vehicles.map(({ id }) => id),
    )
    .execute()
  return new Map(rows.map(({ id, ...title }) => [id, titleOf(title, language)]))
}

const shareOf = ({ uses: [now] }: Group) => (now ? (percentOf(now) ?? -1) : -1)
const leastFirst = (one: Group, other: Group) => shareOf(one) - shareOf(other) || one.id - other.id
const mostFirst = (one: Group, other: Group) => shareOf(other) - shareOf(one) || one.id - other.id

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]

function shareOfAll(uses: readonly Use[]): number {
  const sum: Use[] = [{ out: 0, able: 0 }]
  for (const use of uses) addUse(sum, [use])
  return percentOf(sum[0]!) ?? -1
}

const HUNDREDTHS = 100

function inDays(use: Use | undefined): Use {
  const days = (ms = 0) => Math.round((ms / DAY_MS) * HUNDREDTHS) / HUNDREDTHS
  return { out: days(use?.out), able: days(use?.able) }
}
