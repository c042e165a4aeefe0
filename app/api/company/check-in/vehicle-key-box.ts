import type { Insertable, Kysely } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'

/** The key box that a vehicle always has. */
export function vehicleBoxOf(db: Kysely<DB>, ad: number) {
  return db
    .selectFrom('vehicle_key_box')
    .leftJoin('account', 'account.id', 'vehicle_key_box.saved_by')
    .select(['place', 'code', 'saved_at', 'account.fullname as by'])
    .where('ad_id', '=', ad)
    .executeTakeFirst()
}

/** Writes it, in place of another one. */
export async function keepVehicleBox(tx: Tx, box: Insertable<DB['vehicle_key_box']>): Promise<void> {
  await tx
    .insertInto('vehicle_key_box')
    .values(box)
    .onConflict((conflict) => conflict.column('ad_id').doUpdateSet(box))
    .execute()
}

export async function removeVehicleBox(tx: Tx, ad: number): Promise<void> {
  await tx.deleteFrom('vehicle_key_box').where('ad_id', '=', ad).execute()
}

/** Whether a company gives keys without counter. */
export async function givesKeyBoxes(db: Kysely<DB>, company: number): Promise<boolean> {
  const { has_key_boxes } = await db
    .selectFrom('company')
    .select('has_key_boxes')
    .where('id', '=', company)
    .executeTakeFirstOrThrow()
  return has_key_boxes
}
