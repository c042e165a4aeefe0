import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { MonthlyChoice } from '#app/contract/shapes/monthly-part.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { readPlan } from '#app/db/monthly.ts'
import { currencyIn, isHeld, type ReservationRow } from '#app/db/reservation.ts'
import { isMonthly, splitParts } from '#app/rules/reservation/monthly/parts.ts'
import { CALLED_OFF, HANDED_OVER } from '#app/rules/reservation/reservation-status.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

type Asked = { reservation: ReservationRow; offered: boolean; zone: string; now: Date }

/** The monthly parts of a reservation, or those that its customer can choose before the first payment; null for all others. */
export async function monthlyChoice(
  db: Kysely<DB>,
  { reservation, offered, zone, now }: Asked,
): Promise<z.infer<typeof MonthlyChoice> | null> {
  const { total, days, start_date: start } = reservation
  if (CALLED_OFF.includes(reservation.status)) return null
  // One that ended early may be short.
  if (!isMonthly(days) && !HANDED_OVER.includes(reservation.status)) return null
  const choosable = isHeld(reservation, now) && reservation.quote !== 'OPEN'
  const monthly = await readPlan(db, reservation, now)
  if (monthly) {
    const parts = monthly.parts.map(({ position, days, due_on, amount, left, state }) => ({
      ...{ position, days, due_on, amount, left, state },
    }))
    return { chosen: true, choosable, parts }
  }
  if (!choosable || !offered || !isMonthly(days)) return null
  const parts = splitParts({ total, days, start, currency: currencyIn(reservation), firstDue: dateIn(zone, now) })
  return {
    ...{ chosen: false, choosable },
    parts: parts.map(({ days, due_on, amount }, index) => ({
      ...{ position: index + 1, days, due_on, amount, left: amount, state: 'DUE' as const },
    })),
  }
}
