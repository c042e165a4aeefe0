import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { DESK_STAYS, GUESTS, WEEK_STAYS } from './desk-stays.ts'
import { newId } from './new-id.ts'
import { writeStay } from './write-stay.ts'

/** Loads work for the demonstration's agency, company 12: waiting requests, a pick-up and a return today, and months of earnings. */
export async function loadDesk(tx: Kysely<DB>, now: Date): Promise<void> {
  for (const { guest, ...stay } of [...DESK_STAYS, ...WEEK_STAYS]) {
    const driver = GUESTS[guest]
    if (driver) await writeStay(tx, stay, { now, driver, newId })
  }
}
