import type { Tx } from '#app/api/call/context.ts'
import type { ProtocolRow } from '#app/db/protocol.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import type { RentalTerms } from '#app/rules/reservation/charges/return-proposal.ts'
import type { IncludedTerms } from '#app/rules/reservation/protocol.ts'

/** What a rental includes, as the record of its pick-up says, or else its vehicle. */
export async function rentalOf(
  tx: Tx,
  reservation: ReservationRow,
  { terms }: Pick<ProtocolRow, 'terms'>,
): Promise<RentalTerms> {
  const { mileage_per_day, fuel_rule } = terms.included ?? (await includedTerms(tx, reservation))
  return { days: reservation.days, mileagePerDay: mileage_per_day, isFuelPrepaid: fuel_rule === 'PREPAID' }
}

/** What a rental of the vehicle includes now. */
export function includedTerms(tx: Tx, { ad_id }: Pick<ReservationRow, 'ad_id'>): Promise<IncludedTerms> {
  return tx.selectFrom('ad').select(['mileage_per_day', 'fuel_rule']).where('id', '=', ad_id).executeTakeFirstOrThrow()
}
