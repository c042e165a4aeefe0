import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DepositFacts } from '#app/contract/shapes/deposit.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type DepositRow, depositRows } from '#app/db/deposit.ts'
import { dayRentOf } from '#app/rules/reservation/charges/return-proposal.ts'
import {
  type Deposit,
  type DepositCap,
  depositBackDays,
  depositCap,
  depositDue,
  depositRule,
  depositState,
  heldOf,
  onlineDeposit,
} from '#app/rules/reservation/deposit.ts'
import { BINDING } from '#app/rules/reservation/reservation-status.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

/** The deposit of a reservation: how much, in which state, and when it is given back. */
export async function depositFacts(db: Kysely<DB>, id: string, now: Date): Promise<z.infer<typeof DepositFacts>> {
  return shownDeposit(await depositRows(db).where('reservation.id', '=', id).executeTakeFirstOrThrow(), now)
}

/** A deposit's row, as the contract defines it. */
export function shownDeposit(row: DepositRow, now: Date): z.infer<typeof DepositFacts> {
  const { country, way, taken_at, closed_at, ended_on, end_date, zone } = row
  const deposit = depositOf(row)
  const state = depositState(deposit)
  const held = heldOf(deposit)
  const back_days = row.back_days ?? depositBackDays(country, row.deposit_back_days)
  const back_by = state === 'AGREED' || state === 'HELD' ? addDays(ended_on ?? end_date, back_days) : null
  const cap = capOf(row)
  const rule = depositRule(country)
  return {
    ...{ state, ...deposit, held, way, ended_on, back_by, back_days },
    taken_at: taken_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
    online: row.deposit_online ? payableOnline(row) : null,
    due: held > 0 && ended_on && back_by ? depositDue(back_by, dateIn(zone, now)) : null,
    cap: cap && rule ? { amount: cap.amount, day_rents: cap.dayRents, is_draft: rule.isDraft, of: rule.of } : null,
  }
}

/** What a deposit costs where it is paid online, whether its company takes it that way or not; null where nothing can be paid (any more). */
export function payableOnline(row: DepositRow): number | null {
  return onlineDeposit({
    deposit: depositOf(row),
    cap: capOf(row)?.amount ?? null,
    isBinding: BINDING.includes(row.status),
  })
}

/** What of a deposit the rules ask for. */
export function depositOf({ trust, guarantee_amount, taken, back, kept }: DepositRow): Deposit {
  return {
    agreed: trust === 'DEPOSIT_FREE' ? 0 : guarantee_amount,
    ...{ taken: taken ?? 0, back: back ?? 0, kept: kept ?? 0 },
  }
}

/** The highest deposit of a rental, in the minor unit of its currency; null where nothing bounds it. */
export function capOf({ country, days, lines }: Pick<DepositRow, 'country' | 'days' | 'lines'>): DepositCap | null {
  return depositCap({ country, days, dayRent: dayRentOf({ lines, days }) })
}
