import { sql } from 'kysely'
import { roomsOf } from '#app/api/account/own-data/conversations.ts'
import { api } from '#app/api/call/context.ts'
import { sideOf } from '#app/api/conversations/sides.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import { roomRows } from '#app/db/room.ts'
import { UNREAD_CAP } from '#app/rules/constants.ts'
import { shownRooms } from './shown-room.ts'

/** The rooms that the caller takes part in, latest first. */
export const rooms = api.chat.rooms.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { page, size } = input
  const isOwn = roomsOf(deps.db, person)
  const { count, rows } = await pageRows(
    roomRows(deps.db).where(isOwn).orderBy('conversation.updated_at', 'desc').orderBy('conversation.id'),
    { page, size },
    deps.db.selectFrom('conversation').where('kind', '=', 'CHAT').where(isOwn),
  )
  const own = rows.flatMap((room) => {
    const side = sideOf(room, person)
    return side ? [{ room, side }] : []
  })
  return { count, results: await shownRooms(deps, own, language) }
})

export const room = api.chat.room.handler(async ({ context: { deps, language, room: own } }) => {
  const [shown] = await shownRooms(deps, [own], language)
  return shown!
})

/** The caller's unread messages in all rooms, counted only as far as a badge shows. */
export const unread = api.chat.unread.handler(async ({ context: { deps, person } }) => {
  const isOwn = roomsOf(deps.db, person)
  // The side that the caller takes part for, as `sideOf` finds it.
  const side = sql<string>`case when ${person.role} = 'ADMIN' then 'OPERATOR'
    when conversation.company_id = ${person.companyId}::int then 'COMPANY' else 'CUSTOMER' end`
  const sender = sql<string>`case own.side when 'CUSTOMER' then 'CLIENT' when 'OPERATOR' then 'ADMIN' else 'AGENT' end`
  const { count } = await deps.db
    .selectFrom((from) =>
      from
        .selectFrom(
          from
            .selectFrom('conversation')
            .select(['conversation.id', 'conversation.last_seq', side.as('side')])
            .where('kind', '=', 'CHAT')
            .where('last_seq', '>', 0)
            .where(isOwn)
            .as('own'),
        )
        .leftJoin('conversation_read as read', (join) =>
          join.onRef('read.conversation_id', '=', 'own.id').onRef('read.side', '=', 'own.side'),
        )
        .innerJoin('conversation_message as message', 'message.conversation_id', 'own.id')
        .where(sql<boolean>`own.last_seq > coalesce(read.seq, 0) and message.seq > coalesce(read.seq, 0)`)
        .where(sql<boolean>`message.sender <> ${sender}`)
        .select('message.id')
        .limit(UNREAD_CAP + 1)
        .as('news'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count }
})
