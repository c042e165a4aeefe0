import { addDays, type CalendarDate, daysBetween } from './calendar-date.ts'
import type { WallTime } from './rental-time.ts'

/** Why a company blocks a vehicle: it is in service, used by the company itself, or rented out elsewhere. */
export const BLOCK_PURPOSES = ['SERVICE', 'OWN_USE', 'OTHER_CHANNEL'] as const
export type BlockPurpose = (typeof BLOCK_PURPOSES)[number]

/** A period in which a vehicle is not available, in the local time of its city. */
export interface Held {
  start: WallTime
  end: WallTime
}

/** One cell of a vehicle's row: a number of half days and what occupies them; empty where the vehicle is free. */
export interface CalendarCell<Stay extends Held> {
  /** Half days before it. */
  at: number
  span: number
  stays: Stay[]
}

const HALVES = 2

/**
 * A vehicle's row of the fleet calendar: two columns a day, before and after noon. A period that ends in a half day
 * leaves that column to one that begins in it (a vehicle back at ten goes out at eleven); periods that share their only
 * half day share a cell. The spans add up to all columns. Source: design/desk; the sharing is *ours*.
 */
export function calendarRow<Stay extends Held>(
  stays: readonly Stay[],
  { from, days }: { from: CalendarDate; days: number },
): CalendarCell<Stay>[] {
  const columns = days * HALVES
  const column = ({ date, time }: WallTime) => daysBetween(from, date) * HALVES + (time < '12:00' ? 0 : 1)
  const placed = stays
    .map((stay) => ({ stay, first: column(stay.start), end: Math.max(column(stay.end), column(stay.start) + 1) }))
    .filter(({ first, end }) => first < columns && end > 0)
    .sort((one, other) => one.first - other.first || one.end - other.end)
  const cells: CalendarCell<Stay>[] = []
  let next = 0
  for (const { stay, first, end } of placed) {
    const start = Math.max(first, next)
    const last = cells.at(-1)
    if (last && Math.min(end, columns) <= start) {
      last.stays.push(stay)
      continue
    }
    if (start > next) cells.push({ at: next, span: start - next, stays: [] })
    next = Math.min(end, columns)
    cells.push({ at: start, span: next - start, stays: [stay] })
  }
  if (next < columns) cells.push({ at: next, span: columns - next, stays: [] })
  return cells
}

/** The first time slot from this time on; midnight is not a slot (§9). */
export function slotFrom({ date, time }: WallTime): WallTime {
  if (time > LAST_SLOT) return { date: addDays(date, 1), time: FIRST_SLOT }
  if (time < FIRST_SLOT) return { date, time: FIRST_SLOT }
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const half = Math.ceil((hour * 60 + minute) / 30)
  return { date, time: timeOf(half) }
}

/** The last time slot up to this time. */
export function slotUntil({ date, time }: WallTime): WallTime {
  if (time < FIRST_SLOT) return { date: addDays(date, -1), time: LAST_SLOT }
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { date, time: timeOf(Math.floor((hour * 60 + minute) / 30)) }
}

/** The local time at which a column begins. */
export function columnStart(from: CalendarDate, column: number): WallTime {
  return { date: addDays(from, Math.floor(column / HALVES)), time: column % HALVES === 0 ? '00:00' : '12:00' }
}

/** `2026-12-03T10:00`: wall times as text sort chronologically. */
export const wallText = ({ date, time }: WallTime) => `${date}T${time}`

const FIRST_SLOT = '00:30'
const LAST_SLOT = '23:30'

function timeOf(half: number): string {
  return `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
}

/** A vehicle with what holds it, as the list by day needs it. */
interface Listed<Stay extends Held> {
  state: string
  stays: readonly Stay[]
}

/** One day of the fleet: what leaves, what comes back, what goes on all day, and how many vehicles nothing holds. */
export interface FleetDay<Vehicle, Stay> {
  date: CalendarDate
  out: { vehicle: Vehicle; stay: Stay }[]
  back: { vehicle: Vehicle; stay: Stay }[]
  blocked: { vehicle: Vehicle; stay: Stay }[]
  free: number
}

/**
 * The fleet calendar by day, for screens without room for the table. A vehicle counts as free on days on which nothing
 * holds it at any time, and only if it is offered. Source: design/desk.
 */
export function fleetDays<Facts, Stay extends Held & { kind: string }>(
  vehicles: readonly (Facts & Listed<Stay>)[],
  { from, days }: { from: CalendarDate; days: number },
): FleetDay<Facts & Listed<Stay>, Stay>[] {
  const pairs = vehicles.flatMap((vehicle) => vehicle.stays.map((stay) => ({ vehicle, stay })))
  const byTime = (one: string, other: string) => (one < other ? -1 : 1)
  return Array.from({ length: days }, (_, index) => {
    const date = addDays(from, index)
    const isOn = ({ start, end }: Held) => start.date <= date && end.date >= date
    const rentals = pairs.filter(({ stay }) => stay.kind !== 'BLOCK')
    return {
      date,
      out: rentals
        .filter(({ stay }) => stay.start.date === date)
        .sort((one, other) => byTime(one.stay.start.time, other.stay.start.time)),
      back: rentals
        .filter(({ stay }) => stay.end.date === date)
        .sort((one, other) => byTime(one.stay.end.time, other.stay.end.time)),
      blocked: pairs.filter(({ stay }) => stay.kind === 'BLOCK' && isOn(stay)),
      free: vehicles.filter(({ state, stays }) => state === 'OFFERED' && !stays.some(isOn)).length,
    }
  })
}
