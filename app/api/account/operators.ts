import type { Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import type { OperatorWork } from '#app/rules/access/operator-role.ts'

/** Throws INVALID_FIELDS if no other operator may do everything; two who leave at once see each other. */
export async function keepOneForAll(tx: Tx, leaving: string) {
  await oneByOne(tx, 'operators')
  if (!(await hasColleague(tx, leaving, []))) throw invalidFields({ '': ['last_operator'] })
}

/** Whether there is another operator for this part of the work. */
export async function hasColleague(tx: Tx, operator: string, work: readonly OperatorWork[]): Promise<boolean> {
  const other = await tx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('id', '<>', operator)
    .where('operator_role', 'in', ['ALL', ...work])
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
