import { DEFAULT_CHARGES } from '#app/rules/reservation/protocol.ts'
import { siteDatabase } from './database/site-connection.ts'

/** The record of a reservation's hand-over, if it has none yet; returns the reservation. */
export async function leaveRecord(reservation_id: string): Promise<string> {
  const db = await siteDatabase()
  const { ad_id } = await db
    .selectFrom('reservation')
    .select('ad_id')
    .where('id', '=', reservation_id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('protocol')
    .values({
      ...({ id: crypto.randomUUID(), reservation_id, ad_id, kind: 'PICK_UP', odometer: 48_000, fuel: 8 } as const),
      ...{ kit: '[]', known: '[]', marks: '[]', terms: JSON.stringify(DEFAULT_CHARGES.IRT) },
      ...{ handed_by: 'Leila', received_by: 'Sara', done_at: new Date() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return reservation_id
}
