import type { Tx } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { partsOf, rentReceived } from '#app/db/monthly.ts'
import { currencyIn, type ReservationRow, zoneOf } from '#app/db/reservation.ts'
import { type Part, replan, splitParts } from '#app/rules/reservation/monthly/parts.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

type Chosen = { reservation: ReservationRow; firstDue: CalendarDate; at: Date }

/**
 * Gives a reservation a plan of monthly parts, with its company's terms as they are now, and returns the first part's
 * amount in the minor unit. The caller has locked the reservation, which has no plan.
 */
export async function storePlan(tx: Tx, { reservation, firstDue, at }: Chosen): Promise<number> {
  const { id, company_id, total, days, start_date, payable_now } = reservation
  const terms = await tx
    .selectFrom('company')
    .select(['part_grace_days as grace_days', 'end_notice_days as notice_days'])
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('rental_plan')
    .values({ reservation_id: id, ...terms, payable_before: payable_now, chosen_at: at })
    .execute()
  const parts = splitParts({ total, days, start: start_date, currency: currencyIn(reservation), firstDue })
  await insertParts(tx, { reservation: id, parts, after: 0, at })
  return parts[0]?.amount ?? 0
}

/**
 * Splits a plan again after its rental became longer, shorter or of another price; does nothing without a plan. Parts that
 * fall away stay as what was once agreed. `reservation` is what it was before; the caller holds its lock.
 */
export async function replanStored(tx: Tx, { id }: Pick<ReservationRow, 'id'>, at: Date): Promise<void> {
  const parts = await partsOf(tx, id)
  if (parts.length === 0) return
  const reservation = await tx.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { total, days, start_date: start } = reservation
  const today = dateIn(await zoneOf(tx, reservation), at)
  const { kept, added } = replan({
    ...{ parts, total, days, start, today, currency: currencyIn(reservation) },
    received: await rentReceived(tx, reservation),
  })
  await tx
    .updateTable('rental_part')
    .set({ dropped_at: at })
    .where('reservation_id', '=', id)
    .where('dropped_at', 'is', null)
    .where('position', '>', kept.length)
    .execute()
  for (const { position, days, amount } of kept)
    await tx
      .updateTable('rental_part')
      .set({ days, amount })
      .where('reservation_id', '=', id)
      .where('dropped_at', 'is', null)
      .where('position', '=', position)
      .execute()
  await insertParts(tx, { reservation: id, parts: added, after: kept.length, at })
}

async function insertParts(
  tx: Tx,
  { reservation, parts, after, at }: { reservation: string; parts: readonly Part[]; after: number; at: Date },
) {
  if (parts.length === 0) return
  await tx
    .insertInto('rental_part')
    .values(
      parts.map((part, index) => ({
        ...part,
        id: publicId(),
        reservation_id: reservation,
        position: after + index + 1,
        created_at: at,
      })),
    )
    .execute()
}
