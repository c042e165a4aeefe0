import { removeFactor } from '#app/api/account/second-factor/set-up.ts'
import { endSessionsOf } from '#app/api/account/sign-in/session.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { Deps, Tx } from '#app/api/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { giveReason } from '#app/db/actor.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { type RequestedChange, WORK_OF_REQUEST } from '#app/rules/approval-request.ts'
import { setOperatorRole } from './operator-rights.ts'
import { hasColleague, mayDecideAlone } from './second-operator.ts'
import { setConfig } from './site-config.ts'

type Asked = { by: string; reason: string; change: RequestedChange }

/**
 * Does what an operator asks for, or lets it wait for a second one; says whether it waits. The caller has made sure that it can be done
 * now. Throws APPROVAL_WAITS where a change of the same thing waits already.
 */
export async function changeOrRequest(deps: Deps, tx: Tx, { by, reason, change }: Asked): Promise<boolean> {
  if (await needsNobody(deps, tx, by, change)) {
    await giveReason(tx, reason)
    await applyChange(deps, tx, change)
    return false
  }
  const made = await tx
    .insertInto('approval_request')
    .values({
      change: JSON.stringify(change),
      subject: subjectOf(change),
      reason,
      requested_by: by,
      requested_at: deps.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw errors.APPROVAL_WAITS()
  return true
}

/** Does what was asked for, by whoever may. Throws what cannot be done by now. */
export async function applyChange(deps: Deps, tx: Tx, change: RequestedChange): Promise<void> {
  switch (change.kind) {
    case 'OPERATOR':
      return setOperatorRole(deps, tx, change)
    case 'CONFIG':
      return setConfig(tx, change, deps.now())
    case 'COMMISSION': {
      const { company, percent } = change
      await tx.updateTable('company').set({ commission_percent: percent }).where('id', '=', company).execute()
      return
    }
    case 'SECOND_FACTOR':
      return takeFactor(deps, tx, change.account)
  }
}

/** What pages show and processes remember is read anew, once a change is committed. */
export async function announceChange(deps: Deps, change: RequestedChange): Promise<void> {
  if (change.kind !== 'CONFIG' && change.kind !== 'COMMISSION') return
  await catalogueOf.again(deps.db)
  deps.publish({ kind: 'pages' })
}

/** Takes a second factor away with the sign-ins that had proven it, and notifies its person. */
export async function takeFactor(deps: Deps, tx: Tx, account: string): Promise<void> {
  await removeFactor(tx, account)
  await notify(deps, tx, { kind: 'factorOff', account })
  await endSessionsOf(tx, account, deps.now())
}

/**
 * Without any colleague an operator appoints the first one alone: nobody could approve it. Everything else waits for whom the work is,
 * unless the installation has a single operator.
 */
async function needsNobody(deps: Deps, tx: Tx, operator: string, change: RequestedChange): Promise<boolean> {
  if (change.kind === 'OPERATOR') return !(await hasColleague(tx, operator, ['MONEY', 'CONTENT', 'SUPPORT']))
  return mayDecideAlone(deps, tx, operator, WORK_OF_REQUEST[change.kind])
}

function subjectOf(change: RequestedChange): string {
  switch (change.kind) {
    case 'OPERATOR':
    case 'SECOND_FACTOR':
      return change.account
    case 'COMMISSION':
      return String(change.company)
    case 'CONFIG':
      return 'config'
  }
}
