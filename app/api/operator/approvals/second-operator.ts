import { type Kysely, sql } from 'kysely'
import { hasColleague } from '#app/api/account/operators.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { OperatorWork } from '#app/rules/access/operator-role.ts'
import { ALONE_HOURS, needsSecondOperator } from '#app/rules/access/second-operator.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'

/** Money for one receiver: a phone's wallet, or a company. */
type Share = { receiver: string; amount: number }

/**
 * Whether an operator's movement of money waits for a second operator. Other movements wait until the transaction ends,
 * so that simultaneous ones count each other: call it before anything else that they also lock. Amounts in the minor
 * unit.
 */
export async function movementNeedsApproval(
  deps: Deps,
  tx: Tx,
  { operator, currency, shares }: { operator: string; currency: CurrencyCode; shares: readonly Share[] },
): Promise<boolean> {
  await oneByOne(tx, 'movements of operators')
  const moved = await movedAlone(tx, { currency, since: new Date(deps.now().getTime() - ALONE_HOURS * HOUR_MS) })
  const sumOf = (of: { amount: number }[]) => of.reduce((total, { amount }) => total + Math.abs(amount), 0)
  const needs = needsSecondOperator({
    shares: shares.map(({ receiver, amount }) => ({
      amount,
      toReceiver: sumOf(moved.filter((one) => one.receiver === receiver)),
    })),
    byOperator: sumOf(moved.filter((one) => one.operator === operator)),
    limit: await approvalAbove(tx, currency),
  })
  return needs && !(await mayDecideAlone(deps, tx, operator, ['MONEY']))
}

/** The amount above which a second operator approves movements of money. */
export async function approvalAbove(db: Kysely<DB>, currency: CurrencyCode): Promise<number> {
  const { approval_irt, approval_eur } = await db.selectFrom('site_config').selectAll().executeTakeFirstOrThrow()
  return currency === 'IRT' ? approval_irt : approval_eur
}

/**
 * Whether an installation with one operator for this work lets them act without a second one (`SINGLE_OPERATOR`).
 * Source: decisions.md, "Decided after the second look".
 */
export async function mayDecideAlone(
  { settings }: Pick<Deps, 'settings'>,
  tx: Tx,
  operator: string,
  work: readonly OperatorWork[],
): Promise<boolean> {
  return settings.singleOperator && !(await hasColleague(tx, operator, work))
}

/**
 * What operators moved without a second one: corrections and refunds of wallets, batches of payouts, refunds to cards,
 * payments in REVIEW and disputes that they decided.
 */
async function movedAlone(tx: Tx, { currency, since }: { currency: CurrencyCode; since: Date }) {
  const currency_id = CURRENCY_IDS[currency]
  const { rows } = await sql<{ operator: string | null; receiver: string; amount: string }>`
    select requested_by as operator, phone as receiver, amount from wallet_correction
      where not needs_approval and status = 'DONE' and currency_id = ${currency_id} and requested_at > ${since}
    union all
    select created_by, coalesce(payout.company_id::text, wallet_payout.wallet_owner), payout.amount
      from payout join payout_batch on payout_batch.id = payout.batch_id
      left join wallet_payout on wallet_payout.id = payout.wallet_payout_id
      where not needs_approval and payout.status <> 'RETURNED' and payout_batch.currency_id = ${currency_id}
        and (not payout_batch.proposed or payout_batch.released_at is not null)
        and coalesce(payout_batch.released_at, payout_batch.created_at) > ${since}
    union all
    select card_return_by, phone, amount from payment join reservation on reservation.id = payment.reservation_id
      where card_return_by is not null and payment.currency_id = ${currency_id} and card_return_decided_at > ${since}
    union all
    select review_by, coalesce(reservation.phone, split_part(wallet_owner, '|', 1)), amount from payment
      left join reservation on reservation.id = payment.reservation_id
      where review_by is not null and payment.currency_id = ${currency_id} and review_decided_at > ${since}
    union all
    select decided_by, reservation.company_id::text, ruled from dispute
      join proposal on proposal.id = dispute.proposal_id join reservation on reservation.id = proposal.reservation_id
      where alone and proposal.currency_id = ${currency_id} and dispute.decided_at > ${since}`.execute(tx)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}
