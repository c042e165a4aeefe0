import type { Kysely, Selectable } from 'kysely'
import type { DB, FurtherDriver } from '#app/db/connection/schema.ts'

export type FurtherDriverRow = Selectable<FurtherDriver> & { by: string | null }

/** The drivers of these reservations beside the main ones, in the order in which they were named, with who decided about them. */
export function furtherDriversOf(db: Kysely<DB>, reservations: readonly string[]): Promise<FurtherDriverRow[]> {
  return db
    .selectFrom('further_driver')
    .leftJoin('account', 'account.id', 'further_driver.decided_by')
    .selectAll('further_driver')
    .select('account.fullname as by')
    .where('reservation_id', 'in', [...reservations, ''])
    .orderBy('added_at')
    .orderBy('further_driver.id')
    .execute()
}
