import { keepOneForAll } from '#app/api/account/operators.ts'
import { endSessionsOf } from '#app/api/account/sign-in/session.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import { assignConversations } from '#app/api/conversations/queue.ts'
import { doesWork, type OperatorRole } from '#app/rules/access/operator-role.ts'

type Rights = { account: string; role: OperatorRole | null }

/**
 * Gives an account the rights of an operator, or removes them; the person has to sign in again, and conversations that
 * are no longer their work are unassigned. Throws INVALID_FIELDS if the person has become staff or was banned, or no
 * operator would be left who may do everything.
 */
export async function setOperatorRole(deps: Deps, tx: Tx, { account: id, role }: Rights): Promise<void> {
  // Before the account is locked, because otherwise two who change each other would deadlock.
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
