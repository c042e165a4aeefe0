import { sql } from 'kysely'
import { makeContract } from '#app/api/company/contracts/contract-state.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { siteDatabase } from './database/site-connection.ts'

/** Moves a rental, with its key box, to where its pick-up is now: the site's own clock can't be moved. */
export async function beginNow(reservation: string): Promise<void> {
  const db = await siteDatabase()
  await db
    .updateTable('reservation')
    .set({ start_at: sql<Date>`date_trunc('minute', now())` })
    .where('id', '=', reservation)
    .execute()
  await db
    .updateTable('key_box')
    .set({
      start_at: sql<Date>`date_trunc('minute', now())`,
      ends_at: sql<Date>`date_trunc('minute', now()) + interval '2 hours'`,
    })
    .where('reservation_id', '=', reservation)
    .execute()
}

/** Lays the key of a reservation into a box, as its company does. */
export async function layKey(reservation: string, { place, code }: { place: string; code: string }): Promise<void> {
  const db = await siteDatabase()
  const { ad_id, company_id, start_at } = await db
    .selectFrom('reservation')
    .select(['ad_id', 'company_id', 'start_at'])
    .where('id', '=', reservation)
    .executeTakeFirstOrThrow()
  await db.updateTable('company').set({ has_key_boxes: true }).where('id', '=', company_id).execute()
  const ends_at = new Date(start_at.getTime() + 2 * HOUR_MS)
  await db
    .insertInto('key_box')
    .values({ reservation_id: reservation, ad_id, place, code, start_at, ends_at, saved_at: new Date() })
    .execute()
}

/** Confirms the licence of a reservation, signs its contract for the customer, and needs no deposit of them. */
export async function prepareTrip(reservation: string): Promise<void> {
  const db = await siteDatabase()
  const now = new Date()
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('reservation')
      .set({ trust: 'DEPOSIT_FREE', guarantee_amount: 0 })
      .where('id', '=', reservation)
      .returningAll()
      .executeTakeFirstOrThrow()
    const licence = {
      reservation_id: reservation,
      state: 'CONFIRMED',
      valid_until: '2040-01-01',
      decided_at: now,
    } as const
    await tx.insertInto('licence_check').values(licence).execute()
    const by = { clientAddress: '127.0.0.1', account: null, at: now }
    const made = await makeContract(tx, row, { language: 'fa', licence: '91040022', vin: null, side: 'CUSTOMER', by })
    await tx
      .insertInto('contract_signature')
      .values({
        ...({
          contract_id: made.id,
          side: 'CUSTOMER',
          channel: 'PHONE',
          name: row.fullname,
          sha256: made.sha256,
        } as const),
        ...{ network_address: '127.0.0.1', device: '', at: now },
      })
      .execute()
  })
}

/** The number of a reservation's vehicle. */
export async function vehicleOf(reservation: string): Promise<number> {
  const db = await siteDatabase()
  const { ad_id } = await db
    .selectFrom('reservation')
    .select('ad_id')
    .where('id', '=', reservation)
    .executeTakeFirstOrThrow()
  return ad_id
}
