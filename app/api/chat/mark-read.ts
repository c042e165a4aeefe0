import { sql } from 'kysely'
import { api, type Deps } from '#app/api/call/context.ts'
import type { OwnRoom } from './room.ts'
import { unreadOf } from './shown-room.ts'

/** Stores how far the caller's side has read. */
export const markRead = api.chat.markRead.handler(async ({ input, context }) => {
  const own = await noteRead(context.deps, context.room, input.seq)
  return { id: input.id, read_seq: own.read_seq, unread_count: await unreadOf(context.deps.db, own) }
})

/** Never beyond the latest message, and never back. */
export async function noteRead(deps: Deps, own: OwnRoom, seq: number | undefined) {
  const { id } = own.room
  const upTo = Math.min(seq ?? own.room.last_seq, own.room.last_seq)
  const noted = await deps.db
    .insertInto('conversation_read')
    .values({ conversation_id: id, side: own.side, seq: upTo, read_at: deps.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'side'])
        .doUpdateSet({ seq: upTo, read_at: deps.now() })
        .where('conversation_read.seq', '<', upTo),
    )
    .returning('seq')
    .executeTakeFirst()
  if (noted) {
    deps.publish({ kind: 'read', room: id, side: own.side, seq: noted.seq })
    return { ...own, read_seq: noted.seq }
  }
  const { rows } = await sql<{ seq: number }>`
    select seq from conversation_read where conversation_id = ${id} and side = ${own.side}`.execute(deps.db)
  return { ...own, read_seq: rows[0]?.seq ?? 0 }
}
