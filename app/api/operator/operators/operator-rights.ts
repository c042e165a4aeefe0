import { keepOneForAll } from '#app/api/account/operators.ts'
import { endSessionsOf } from '#app/api/account/sign-in/session.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import { assignConversations } from '#app/api/conversations/queue.ts'
import { doesWork, type OperatorRole } from '#app/rules/access/operator-role.ts'

type Rights = { account: string; role: OperatorRole | null }

/**
 * Gives an account the rights of an operator, or takes them; the person signs in anew as who they are now, and conversations that are
 * not their work any more are everybody's. Throws INVALID_FIELDS where the person is staff or banned by now, or nobody would be left who
 * may do everything.
 */
export async function setOperatorRole(deps: Deps, tx: Tx, { account: id, role }: Rights): Promise<void> {
  // Before the account is locked: two who change each other would wait for one another.
  await oneByOne(tx, 'operators')
  const account = await tx
    .selectFrom('account')
    .select(['role', 'banned_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!account || account.role === 'AGENT' || account.banned_at) throw invalidFields({ '': ['cannot_operate'] })
  if (account.role === 'ADMIN' && role !== 'ALL') await keepOneForAll(tx, id)
  const rights = role ? ({ role: 'ADMIN', operator_role: role } as const) : ({ role: 'CLIENT' } as const)
  await tx.updateTable('account').set(rights).where('id', '=', id).execute()
  if (!role || !doesWork(role, ['SUPPORT']))
    await assignConversations(tx, { assignee: null, at: deps.now() }).where('assigned_to', '=', id).execute()
  await endSessionsOf(tx, id, deps.now())
}
