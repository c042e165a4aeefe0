import type { Kysely, Selectable } from 'kysely'
import type { DB, FurtherDriver } from '#app/db/connection/schema.ts'

export type FurtherDriverRow = Selectable<FurtherDriver> & { by: string | null }

/**
 * The drivers of these reservations beside the main ones, in the order in which they were named, with who decided about them. One whom the
 * customer named does not count once the extra for a second driver is taken off the booking.
 */
export function furtherDriversOf(db: Kysely<DB>, reservations: readonly string[]): Promise<FurtherDriverRow[]> {
  return db
    .selectFrom('further_driver')
    .innerJoin('reservation', 'reservation.id', 'further_driver.reservation_id')
    .leftJoin('account', 'account.id', 'further_driver.decided_by')
    .selectAll('further_driver')
    .select('account.fullname as by')
    .where('further_driver.reservation_id', 'in', [...reservations, ''])
    .where((of) => of.or([of('further_driver.added_by', '=', 'COMPANY'), of('reservation.extra_driver', '=', true)]))
    .orderBy('added_at')
    .orderBy('further_driver.id')
    .execute()
}
