import { sql } from 'kysely'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { notifyApprovers } from '#app/api/operator/approvals/notify-approvers.ts'
import { movementNeedsApproval } from '#app/api/operator/approvals/second-operator.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { CURRENCY_CODES, type CurrencyCode } from '#app/rules/constants.ts'
import { payableIn, writeBatch } from './due.ts'

/**
 * Proposes a batch of everything that is due in each currency, and notifies the operators of money. What is in a batch is
 * not due again, so a second run proposes nothing twice. Source: decisions.md, "Decided after the second look".
 */
export async function proposePayouts(deps: Deps): Promise<void> {
  for (const currency of CURRENCY_CODES) {
    await inTransaction(deps.db, async (tx) => {
      await oneByOne(tx, 'payouts')
      const payable = await payableIn(deps, tx, currency)
      if (payable.length === 0) return
      const batch = await writeBatch(deps, tx, { currency, payable, created_by: null, needs_approval: false })
      const amount = payable.reduce((sum, payout) => sum + payout.amount, 0)
      await notifyOperators(deps, tx, { batch, currency, amount })
    })
  }
}

/**
 * Releases a proposed batch. From then on it counts as made by the operator now, and a large one waits for a second
 * operator. Payouts whose account has changed since, whose company was suspended meanwhile, or which are more than what is owed now, are taken out and due again.
 * Throws PAYOUT_DECIDED if it is released already or none of it is open, NOT_FOUND.
 */
export const releasePayouts = api.operator.payouts.release.handler(async ({ input: { id }, context }) => {
  const { deps, person } = context
  return inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, 'payouts')
    const batch = await tx.selectFrom('payout_batch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!batch) throw errors.NOT_FOUND()
    const isOpen = batch.proposed && batch.released_at === null && (await openShares(tx, id)).length > 0
    if (!isOpen) throw errors.PAYOUT_DECIDED()
    const returned = await returnChanged(deps, tx, id)
    const shares = await openShares(tx, id)
    const asked = { operator: person.id, currency: currencyIn(batch), shares }
    const waits = shares.length > 0 && (await movementNeedsApproval(deps, tx, asked))
    await tx
      .updateTable('payout_batch')
      .set({ released_at: deps.now(), created_by: person.id, needs_approval: waits })
      .where('id', '=', id)
      .execute()
    if (waits) await notifyApprovers(deps, tx, { by: person.id, work: ['MONEY'] })
    return { id, payouts: shares.length, returned, waits }
  })
})

async function notifyOperators(
  deps: Deps,
  tx: Tx,
  proposed: { batch: number; currency: CurrencyCode; amount: number },
): Promise<void> {
  const operators = await tx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('operator_role', 'in', ['ALL', 'MONEY'])
    .execute()
  for (const { id: account } of operators) await notify(deps, tx, { kind: 'payoutsProposed', account, ...proposed })
}

/** Takes the payouts to companies out that can't be paid as proposed; returns their number. Customers' money is set aside already. */
async function returnChanged(deps: Deps, tx: Tx, batch: number): Promise<number> {
  const { rows } = await sql`
    update payout set status = 'RETURNED', decided_at = ${deps.now()}
    where batch_id = ${batch} and status = 'OPEN' and company_id is not null and (
      held_back or not exists (select from company_bank as bank where bank.company_id = payout.company_id
        and bank.iban = payout.iban and bank.holder = payout.holder and bank.holder_status <> 'WAITING')
      or amount > coalesce((select balance from ledger_account as account where account.kind = 'COMPANY'
        and account.owner = payout.company_id::text and account.currency_id = payout.currency_id), 0))
    returning id`.execute(tx)
  return rows.length
}

async function openShares(tx: Tx, batch: number) {
  const rows = await tx
    .selectFrom('payout')
    .leftJoin('wallet_payout', 'wallet_payout.id', 'payout.wallet_payout_id')
    .select(['payout.amount', 'payout.company_id', 'wallet_payout.wallet_owner'])
    .where('batch_id', '=', batch)
    .where('payout.status', '=', 'OPEN')
    .execute()
  return rows.map(({ amount, company_id, wallet_owner }) => ({
    amount,
    receiver: company_id === null ? (wallet_owner ?? '') : String(company_id),
  }))
}
