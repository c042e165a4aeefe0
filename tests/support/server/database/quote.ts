import { siteDatabase } from './site-connection.ts'

/** Makes an unpaid reservation of the site an open quote of its company that stands for a day. */
export async function makeQuote(id: string): Promise<void> {
  const db = await siteDatabase()
  const stands_until = new Date(Date.now() + 86_400_000)
  const held = { hold_until: stands_until }
  await db
    .updateTable('reservation')
    .set({ ...held, source: 'PHONE', quote: 'OPEN' })
    .where('id', '=', id)
    .execute()
  await db.updateTable('busy').set(held).where('reservation_id', '=', id).execute()
  const terms = { pays: 'LINK', may_extras: true, may_places: true, may_times: true } as const
  await db
    .insertInto('quote')
    .values({ reservation_id: id, ...terms, stands_until })
    .execute()
}
