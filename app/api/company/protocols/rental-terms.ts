import type { Tx } from '#app/api/call/context.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import type { RentalTerms } from '#app/rules/reservation/charges/return-proposal.ts'

/** What a rental includes of kilometres and fuel. */
export async function rentalOf(tx: Tx, { ad_id, days }: ReservationRow): Promise<RentalTerms> {
  const { mileage_per_day, fuel_rule } = await tx
    .selectFrom('ad')
    .select(['mileage_per_day', 'fuel_rule'])
    .where('id', '=', ad_id)
    .executeTakeFirstOrThrow()
  return { days, mileagePerDay: mileage_per_day, isFuelPrepaid: fuel_rule === 'PREPAID' }
}
