import type { Deps, Tx } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { OperatorRole, OperatorWork } from '#app/rules/access/operator-role.ts'

type Asked = {
  /** Who asks, and may not approve it. */
  by: string
  /** Whose work it is, beside those who may do all of it. */
  work: readonly OperatorWork[]
  /** Whether any colleague decides it where nobody of these is left. */
  elseAnybody?: boolean
}

/** Notifies the operators who may decide what waits for a second one from now on. */
export async function notifyApprovers(deps: Deps, tx: Tx, { by, work, elseAnybody = false }: Asked): Promise<void> {
  const operators = await tx
    .selectFrom('account')
    .select(['id', 'fullname', 'operator_role'])
    .where('role', '=', 'ADMIN')
    .execute()
  const name = operators.find(({ id }) => id === by)?.fullname ?? ''
  const others = operators.filter(({ id }) => id !== by)
  const roles: readonly OperatorRole[] = ['ALL', ...work]
  const ofWork = others.filter(({ operator_role }) => roles.includes(operator_role))
  const deciders = ofWork.length === 0 && elseAnybody ? others : ofWork
  for (const { id } of deciders) await notify(deps, tx, { kind: 'approvalAsked', account: id, name })
}
