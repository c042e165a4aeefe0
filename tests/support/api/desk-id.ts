import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/** The id under which a company's staff get a reservation. */
export async function deskIdOf(db: Kysely<DB>, id: string): Promise<string> {
  const { share_id } = await db
    .selectFrom('reservation')
    .select('share_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return share_id
}

/** The own ids of reservations that staff got by these. */
export async function ownIdsOf(db: Kysely<DB>, deskIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('reservation').select(['id', 'share_id']).execute()
  const own = new Map(rows.map(({ id, share_id }) => [share_id, id]))
  return deskIds.map((id) => own.get(id) ?? id)
}
