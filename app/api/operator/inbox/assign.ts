import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { assignConversations } from '#app/api/conversations/queue.ts'
import { conversationRows, shownConversation } from './conversation-rows.ts'

/**
 * Assigns a conversation to an operator, or to nobody. Throws ASSIGNED_ALREADY if somebody else has it than the caller
 * saw, and INVALID_FIELDS for an assignee who is no operator.
 */
export const assign = api.operator.inbox.assign.handler(async ({ input, context: { deps, person } }) => {
  const { id, assignee, seen } = input
  const row = await inTransaction(deps.db, async (tx) => {
    await tx.selectFrom('conversation').select('id').where('id', '=', id).forUpdate().execute()
    const before = await conversationRows(tx).where('conversation.id', '=', id).executeTakeFirst()
    if (!before?.with_us) throw errors.NOT_FOUND()
    if (before.assigned_to === assignee) return before
    if (before.assigned_to !== seen)
      throw errors.ASSIGNED_ALREADY({ data: { by: before.colleague_name ?? before.colleague_phone } })
    if (assignee !== null) {
      const operator = await tx
        .selectFrom('account')
        .select('id')
        .where('id', '=', assignee)
        .where('role', '=', 'ADMIN')
        .where('operator_role', 'in', ['ALL', 'SUPPORT'])
        .where('banned_at', 'is', null)
        .executeTakeFirst()
      if (!operator) throw invalidFields({ assignee: ['invalid'] })
    }
    await assignConversations(tx, { assignee, at: deps.now() }).where('id', '=', id).execute()
    return conversationRows(tx).where('conversation.id', '=', id).executeTakeFirstOrThrow()
  })
  deps.publish({ kind: 'inbox', company: null, room: id })
  return shownConversation(row, person.id)
})
