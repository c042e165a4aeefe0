import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { IS_WAITING, IS_WITH_US } from '#app/api/conversations/queue.ts'
import { reservationsUnder } from '#app/api/operator/companies/reservations-under.ts'
import type { INBOX_SHOWS } from '#app/contract/operator/inbox.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { numberOf } from '#app/db/reservation.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { conversationRows, conversations, shownConversation } from './conversation-rows.ts'

const RESERVATIONS = 8

export const inbox = api.operator.inbox.list.handler(async ({ input, context: { deps, person } }) => {
  const { show, order, department, page, size } = input
  const isOfDepartment = department ? sql<boolean>`conversation.department = ${department}` : sql<boolean>`true`
  const counts = await countsOf(deps.db, { isOfDepartment, caller: person.id })
  const count = counts[show]
  const rows = await conversationRows(deps.db)
    .where(isOfDepartment)
    .where(SHOWN[show](person.id))
    .$if(order === 'longest', (query) => query.orderBy(sql`waiting_since asc nulls last`))
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  return { count, counts, results: rows.map((row) => shownConversation(row, person.id)) }
})

type Show = (typeof INBOX_SHOWS)[number]

const SHOWN: Record<Show, (caller: string) => ReturnType<typeof sql<boolean>>> = {
  waiting: () => sql<boolean>`(${IS_WITH_US} and ${IS_WAITING})`,
  mine: (caller) =>
    sql<boolean>`(${IS_WITH_US} and conversation.assigned_to = ${caller} and conversation.status is distinct from 'CLOSED')`,
  unassigned: () => sql<boolean>`(${IS_WITH_US} and conversation.assigned_to is null and ${IS_WAITING})`,
  all: () => IS_WITH_US,
  rooms: () => sql<boolean>`not ${IS_WITH_US}`,
}

type Counted = { isOfDepartment: ReturnType<typeof sql<boolean>>; caller: string }

async function countsOf(db: Kysely<DB>, { isOfDepartment, caller }: Counted) {
  const number = (show: Show) => sql<number>`(count(*) filter (where ${SHOWN[show](caller)}))::int`.as(show)
  return conversations(db)
    .where(isOfDepartment)
    .select([number('waiting'), number('mine'), number('unassigned'), number('all'), number('rooms')])
    .executeTakeFirstOrThrow()
}

/** Also of a company with its customer, which operators may read and join. */
export const conversation = api.operator.inbox.read.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const row = await conversationRows(deps.db).where('conversation.id', '=', input.id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const [reservations, operators] = await Promise.all([
    row.phone ? reservationsUnder(deps, { phone: row.phone, language, most: RESERVATIONS }) : [],
    operatorsOf(deps.db, person.id),
  ])
  const { reservation_id, reservation_number, last_seq } = row
  return {
    ...shownConversation(row, person.id),
    last_seq,
    reservation:
      reservation_id && reservation_number !== null
        ? { id: reservation_id, number: numberOf({ number: reservation_number }) }
        : null,
    ...{ reservations, operators },
  }
})

async function operatorsOf(db: Kysely<DB>, caller: string) {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'fullname', 'phone'])
    .where('role', '=', 'ADMIN')
    .where('operator_role', 'in', ['ALL', 'SUPPORT'])
    .where('banned_at', 'is', null)
    .orderBy('fullname')
    .execute()
  return rows.map(({ id, fullname, phone }) => ({ id, name: fullname ?? phone, is_me: id === caller }))
}
