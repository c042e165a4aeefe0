import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { BUSY, isFree } from '#app/db/prices/free.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { agreedTerms } from '#app/rules/reservation/agreed-terms.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import type { RentalChoice } from './choice.ts'
import type { QuotedRental } from './quote.ts'
import { OFFERED } from './rentable.ts'

/** Throws VEHICLE_TAKEN for most late requests without waiting for a lock; `takeVehicle` decides simultaneous ones. */
export async function guardFree(tx: Tx, { ad, chosen }: QuotedRental, now: Date): Promise<void> {
  const wanted = { ad: ad.id, start: chosen.start_at, end: chosen.end_at, now }
  if (!(await isFree(tx, wanted))) throw errors.VEHICLE_TAKEN()
}

/** What a new reservation stores of a rental and its bill, frozen. */
export function rentalColumns({ ad, chosen, bill, ...quoted }: QuotedRental, choice: RentalChoice) {
  return {
    ad_id: ad.id,
    company_id: ad.company_id,
    city_id: ad.city_id,
    start_date: choice.start_date,
    start_time: choice.start_time,
    end_date: choice.end_date,
    end_time: choice.end_time,
    start_at: chosen.start_at,
    end_at: chosen.end_at,
    receive_place_id: chosen.receive.place?.id ?? null,
    receive_address: chosen.receive.address,
    return_place_id: chosen.return.place?.id ?? null,
    return_address: chosen.return.address,
    child_seat_count: choice.child_seat_count,
    extra_driver: choice.extra_driver,
    internet: choice.internet,
    supplemental_insurance: choice.supplemental_insurance,
    currency_id: CURRENCY_IDS[bill.currency],
    days: bill.days,
    lines: JSON.stringify(bill.lines),
    total: bill.total,
    payable_now: bill.payable_now,
    trust: ad.trust,
    guarantee_amount: quoted.guarantee_amount,
    free_until: quoted.freeUntil,
    half_until: quoted.halfUntil,
    terms: JSON.stringify(agreedTerms(ad, { from: ad.currency, to: bill.currency, rate: ad.rate })),
  }
}

/**
 * Takes the vehicle for a reservation that was just inserted, with its gap before the next rental: held until
 * then, or firmly with null. Of any number at once one gets it, the others VEHICLE_TAKEN; NOT_FOUND if it is no longer
 * offered.
 */
export async function takeVehicle(
  tx: Tx,
  { ad, chosen }: QuotedRental,
  { id, hold_until }: { id: string; hold_until: Date | null },
): Promise<void> {
  const taken = await tx
    .insertInto('busy')
    .values({
      ad_id: ad.id,
      kind: 'RESERVATION',
      status: hold_until ? BUSY.HELD : BUSY.FIRM,
      reservation_id: id,
      start_at: chosen.start_at,
      end_at: new Date(chosen.end_at.getTime() + ad.gap * MINUTE_MS),
      hold_until,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw errors.VEHICLE_TAKEN()
  // The inserted row locks the vehicle's state: it was retired or paused before, or will be after this.
  const offered = await tx
    .selectFrom('ad')
    .select('id')
    .where('id', '=', ad.id)
    .where('status', '=', OFFERED)
    .executeTakeFirst()
  if (!offered) throw errors.NOT_FOUND()
}
