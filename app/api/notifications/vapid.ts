import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { newVapidKeys, type VapidKeys } from '#app/providers/push/web-push.ts'

const NOTE = 'vapid'

/** Our own push keys, generated once for a database: browsers that subscribed recognise us by them. */
export async function vapidKeys(db: Kysely<DB>): Promise<VapidKeys> {
  const value = JSON.stringify(newVapidKeys())
  await db
    .insertInto('note')
    .values({ key: NOTE, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const kept = await db.selectFrom('note').select('value').where('key', '=', NOTE).executeTakeFirstOrThrow()
  return JSON.parse(kept.value) as VapidKeys
}
