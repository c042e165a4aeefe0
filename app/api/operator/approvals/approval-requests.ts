import { hasColleague } from '#app/api/account/operators.ts'
import { removeFactor } from '#app/api/account/second-factor/set-up.ts'
import { endSessionsOf } from '#app/api/account/sign-in/session.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { endDispute, lockDispute } from '#app/api/operator/disputes/end-dispute.ts'
import { setOperatorRole } from '#app/api/operator/operators/operator-rights.ts'
import { lockUnanswered } from '#app/api/operator/payments/lock-unanswered.ts'
import { makeCode } from '#app/api/operator/settings/make-code.ts'
import { setConfig } from '#app/api/operator/settings/site-config.ts'
import { endReview, lockInReview } from '#app/api/payments/end-review.ts'
import { endUnanswered } from '#app/api/payments/give-back/card-return.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { type RequestedChange, WORK_OF_REQUEST } from '#app/rules/access/approval-request.ts'
import { confirmAccount } from './holder-word.ts'
import { notifyApprovers } from './notify-approvers.ts'
import { mayDecideAlone } from './second-operator.ts'

type Asked = { by: string; reason: string; change: RequestedChange }

/**
 * Executes an operator's request, or lets it wait for a second operator; returns whether it waits. The caller has
 * checked that it is possible now. Throws APPROVAL_WAITS if a change of the same thing waits already.
 */
export async function changeOrRequest(deps: Deps, tx: Tx, { by, reason, change }: Asked): Promise<boolean> {
  if (await needsNobody(deps, tx, by, change)) {
    await giveReason(tx, reason)
    await applyChange(deps, tx, { change, by, requestedAt: deps.now() })
    return false
  }
  await requestChange(deps, tx, { by, reason, change })
  return true
}

/** Lets a change wait for a second operator. Throws APPROVAL_WAITS. */
export async function requestChange(deps: Deps, tx: Tx, { by, reason, change }: Asked): Promise<void> {
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
  const elseAnybody = change.kind === 'OPERATOR'
  await notifyApprovers(deps, tx, { by, work: WORK_OF_REQUEST[change.kind], elseAnybody })
}

/** Executes a request; `by` is who decided it. Throws if it is no longer possible. */
export async function applyChange(
  deps: Deps,
  tx: Tx,
  { change, by, requestedAt }: { change: RequestedChange; by: string; requestedAt: Date },
): Promise<void> {
  switch (change.kind) {
    case 'OPERATOR':
      return setOperatorRole(deps, tx, change)
    case 'CONFIG':
      return setConfig(tx, change, requestedAt)
    case 'COMMISSION': {
      const { company, percent, own_percent } = change
      await tx
        .updateTable('company')
        .set({ commission_percent: percent, ...(own_percent !== undefined && { own_booking_percent: own_percent }) })
        .where('id', '=', company)
        .execute()
      return
    }
    case 'SECOND_FACTOR':
      return takeFactor(deps, tx, change.account)
    case 'HOLDER':
      return confirmAccount(tx, { ...change, by, at: deps.now() })
    case 'CODE':
      await makeCode(tx, change.code)
      return
    case 'CARD_RETURN': {
      const payment = await lockUnanswered(tx, change.payment)
      return endUnanswered(deps, tx, { payment, outcome: change.outcome, alone: null })
    }
    case 'REVIEW':
      return endReview(deps, tx, await lockInReview(tx, change.payment), { ...change, alone: null })
    case 'RULING':
      return endDispute(deps, tx, await lockDispute(tx, change.dispute), { ...change, by, alone: false })
  }
}

/** Clears the caches of pages and processes, once a change is committed. */
export async function announceChange(deps: Deps, change: RequestedChange): Promise<void> {
  if (change.kind !== 'CONFIG' && change.kind !== 'COMMISSION') return
  await catalogueOf.again(deps.db)
  deps.publish({ kind: 'pages' })
}

/** Removes a second factor and the sessions that had proven it, and notifies its person. */
export async function takeFactor(deps: Deps, tx: Tx, account: string): Promise<void> {
  await removeFactor(tx, account)
  await notify(deps, tx, { kind: 'factorOff', account })
  await endSessionsOf(tx, account, deps.now())
}

/**
 * The only operator appoints the second one alone, because nobody could approve it. Everything else waits for an
 * operator of that work, unless the installation has a single operator.
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
    case 'CARD_RETURN':
    case 'REVIEW':
      return change.payment
    case 'RULING':
      return change.dispute
    case 'HOLDER':
      return String(change.company)
    case 'CODE':
      return change.code.code
    case 'CONFIG':
      return 'config'
  }
}
