import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import type { DueKind } from '#app/rules/fleet/due.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

const COMPANY = 12

interface Line {
  /** Which of the company's vehicles, by its number. */
  nth: number
  kind: DueKind
  /** Days from today. */
  on?: number
  km?: number
  cost?: number
  note?: string
}

/** The last one's inspection has ended, so that its hand-over is closed. */
const OPEN: Line[] = [
  { nth: 0, kind: 'INSURANCE', on: 210, cost: 42_000_000, note: 'بیمهٔ ایران' },
  { nth: 0, kind: 'SERVICE', on: 3, km: 60_000, cost: 26_000_000 },
  { nth: 1, kind: 'INSURANCE', on: 5, cost: 38_500_000, note: 'بیمهٔ آسیا' },
  { nth: 1, kind: 'TYRES', on: 40, cost: 54_000_000 },
  { nth: 2, kind: 'INSPECTION', on: 1, cost: 3_800_000 },
  { nth: 3, kind: 'REGISTRATION', on: 120 },
  { nth: 4, kind: 'INSPECTION', on: -2, cost: 3_800_000 },
]
const DETAILS = {
  ...{ vin: 'NAPD4FBCXRX000214', plate_country: 'IR', key_number: 'K-118', bought_on: '2024-01-08' },
  bought_for: 1_980_000_000,
  tags: ['خانوادگی'],
}
const DONE: (Line & { on: number; km: number; cost: number })[] = [
  { nth: 0, kind: 'SERVICE', on: -95, km: 50_200, cost: 24_000_000 },
  { nth: 0, kind: 'TYRES', on: -160, km: 44_800, cost: 52_000_000 },
  { nth: 1, kind: 'SERVICE', on: -60, km: 31_400, cost: 22_500_000 },
]

/** Loads papers and works of the demonstration's agency: near, later, done, and one that closes a hand-over. Costs are in toman. */
export async function loadDue(tx: Kysely<DB>, now: Date): Promise<void> {
  const today = dateIn(HOME_ZONE, now)
  // The last ones by number: the first are what people book and hand over when they try the desk.
  const vehicles = await tx
    .selectFrom('ad')
    .select('id')
    .where('company_id', '=', COMPANY)
    .where('alike', 'is', null)
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
  const rows = ({ nth, kind, cost, note, km, on }: Line, isDone: boolean) => {
    const vehicle = vehicles[nth]
    if (!vehicle) return []
    const day = on === undefined ? null : addDays(today, on)
    const done = isDone ? { done_on: day, done_km: km ?? null, done_cost: cost ?? null } : {}
    const due = { due_on: day, due_km: km ?? null, cost: cost ?? null, note: note ?? null }
    return [{ ad_id: vehicle.id, company_id: COMPANY, kind, created_at: now, ...due, ...done }]
  }
  const all = [...OPEN.flatMap((line) => rows(line, false)), ...DONE.flatMap((line) => rows(line, true))]
  if (all.length > 0) await tx.insertInto('vehicle_due').values(all).execute()
  const [first] = vehicles
  if (first)
    await tx
      .insertInto('vehicle_details')
      .values({ id: first.id, ...DETAILS })
      .execute()
}
