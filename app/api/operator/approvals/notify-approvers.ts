import type { Deps, Tx } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { OperatorRole, OperatorWork } from '#app/rules/access/operator-role.ts'

type Asked = {
  /** The author, who cannot approve it. */
  by: string
  /** The parts of the work whose operators decide, besides those who may do everything. */
  work: readonly OperatorWork[]
  /** Whether any colleague decides if there is none of these. */
  elseAnybody?: boolean
}

/** Notifies the operators who can decide a new request for a second operator. */
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
