import type { Kysely, Selectable } from 'kysely'
import { post } from '#app/api/books/ledger.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import type { DB, WalletPayout } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'

/** Customers' payouts that are in no batch yet, oldest first. */
export async function requestedPayouts(db: Kysely<DB>) {
  return db
    .selectFrom('wallet_payout')
    .leftJoin('account', 'account.id', 'wallet_payout.account_id')
    .selectAll('wallet_payout')
    .select('account.fullname')
    .where('holder_status', '<>', 'REFUSED')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payout').select('payout.id').whereRef('wallet_payout_id', '=', 'wallet_payout.id'))),
    )
    .orderBy('wallet_payout.id')
    .execute()
}

/**
 * An operator's decision on a payout whose account's holder is not the customer by name: it goes into the next batch,
 * or back into the wallet. Throws PAYOUT_DECIDED for one that waits for nobody, NOT_FOUND.
 */
export const decideWalletPayout = api.operator.payouts.decideWalletPayout.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id, decision, reason } = input
  await inTransaction(deps.db, async (tx) => {
    await giveReason(tx, reason)
    const decided = await tx
      .updateTable('wallet_payout')
      .set({ holder_status: decision, holder_decided_at: deps.now(), holder_decided_by: person.id })
      .where('id', '=', id)
      .where('holder_status', '=', 'WAITING')
      .returningAll()
      .executeTakeFirst()
    if (decided && decision === 'REFUSED') await returnToWallet(deps, tx, decided)
    if (decided) return
    const known = await tx.selectFrom('wallet_payout').select('id').where('id', '=', id).executeTakeFirst()
    throw known ? errors.PAYOUT_DECIDED() : errors.NOT_FOUND()
  })
  return { id }
})

/** The bank's result for the transfer of a customer's payout: it is paid, or in the wallet again. */
export async function settleWalletPayout(
  deps: Deps,
  tx: Tx,
  { id, outcome }: { id: number; outcome: 'PAID' | 'RETURNED' },
): Promise<void> {
  const payout = await tx.selectFrom('wallet_payout').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (outcome === 'RETURNED') return returnToWallet(deps, tx, payout)
  const { amount, wallet_owner: wallet } = payout
  const currency = currencyIn(payout)
  await post(tx, {
    ...{ key: `wallet-payout ${id} sent`, kind: 'PAYOUT', currency, at: deps.now() },
    entries: [
      { kind: 'CUSTOMER_PAYOUT', owner: 'marketplace', amount: -amount },
      { kind: 'BANK', owner: 'marketplace', amount },
    ],
  })
  await notify(deps, tx, { kind: 'walletPayoutSent', wallet, payout: id, currency, amount })
}

async function returnToWallet(deps: Deps, tx: Tx, payout: Selectable<WalletPayout>) {
  const { id, amount, wallet_owner: wallet } = payout
  const currency = currencyIn(payout)
  await post(tx, {
    ...{ key: `wallet-payout ${id} returned`, kind: 'PAYOUT_RETURN', currency, at: deps.now() },
    entries: [
      { kind: 'CUSTOMER_PAYOUT', owner: 'marketplace', amount: -amount },
      { kind: 'WALLET', owner: wallet, amount },
    ],
  })
  await notify(deps, tx, { kind: 'walletPayoutReturned', wallet, payout: id, currency, amount })
}
