import { sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { shownRooms } from '#app/api/chat/shown-room.ts'
import { IS_WAITING } from '#app/api/conversations/queue.ts'
import { roomRows } from '#app/db/room.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'

/** A company's chats with its customers in which somebody has written. */
export const list = api.company.messages.list.handler(async ({ input: { show, page, size }, context }) => {
  const { deps, language, company } = context
  const isShown = show === 'waiting' ? IS_WAITING : sql<boolean>`true`
  const counts = await deps.db
    .selectFrom('conversation')
    .where('kind', '=', 'CHAT')
    .where('company_id', '=', company)
    .where('last_seq', '>', 0)
    .select([
      sql<number>`(count(*) filter (where ${IS_WAITING}))::int`.as('waiting'),
      sql<number>`count(*)::int`.as('all'),
    ])
    .executeTakeFirstOrThrow()
  const count = counts[show]
  const rows = await roomRows(deps.db)
    .where('conversation.company_id', '=', company)
    .where('last_seq', '>', 0)
    .where(isShown)
    .orderBy(sql`conversation.waiting_since asc nulls last`)
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  const rooms = await shownRooms(
    deps,
    rows.map((room) => ({ room, side: 'COMPANY' as const })),
    language,
  )
  const waitingSince = (at: number) => rows[at]?.waiting_since?.toISOString() ?? null
  return { count, counts, results: rooms.map((room, at) => ({ ...room, waiting_since: waitingSince(at) })) }
})
