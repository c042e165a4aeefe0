import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'

/** The commission rate in per cent at which a reservation was booked; its company's current rate if none was stored. */
export async function commissionRateOf(
  db: Kysely<DB>,
  { commission_percent, company_id }: Pick<ReservationRow, 'commission_percent' | 'company_id'>,
): Promise<number> {
  if (commission_percent !== null) return commission_percent
  const company = await db
    .selectFrom('company')
    .select('commission_percent')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  return company.commission_percent
}
