import { lockWallet } from '#app/api/account/wallet/wallet.ts'
import { balanceOf, post } from '#app/api/books/ledger.ts'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { askOf, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notifyApprovers } from '#app/api/operator/approvals/notify-approvers.ts'
import { movementNeedsApproval } from '#app/api/operator/approvals/second-operator.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { readCorrection } from './correction-rows.ts'
import { giveApproved, lockRefunded } from './refunds.ts'

/**
 * Adds money to a wallet or takes it out, from the marketplace's own account; above the amount in `/admin/config/` it
 * waits until a second operator approves. Throws INVALID_FIELDS if the wallet holds less than is taken. Source: *ours*.
 */
export const correct = api.operator.payments.correct.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { currency, amount, reason } = input
  const ask = askOf(`correct ${person.id}`, context.idempotencyKey, input)
  return inTransaction(deps.db, async (tx) => {
    const first = await takeKey<{ id: number }>(tx, ask, deps.now())
    if (first) return readCorrection(tx, first.id, person.id)
    await giveReason(tx, reason)
    const account = await tx
      .selectFrom('account')
      .select(['phone', 'holder'])
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!account) throw errors.NOT_FOUND()
    const { phone, holder: wallet } = account
    const waits = await movementNeedsApproval(deps, tx, {
      ...{ operator: person.id, currency },
      shares: [{ receiver: phone, amount }],
    })
    await lockWallet(tx, wallet)
    if ((await balanceOf(tx, { kind: 'WALLET', owner: wallet, currency })) + amount < 0)
      throw invalidFields({ amount: ['wallet_too_low'] })
    const now = deps.now()
    const { id } = await tx
      .insertInto('wallet_correction')
      .values({
        account_id: input.id,
        ...{ phone, amount, reason },
        currency_id: CURRENCY_IDS[currency],
        status: waits ? 'WAITING' : 'DONE',
        needs_approval: waits,
        requested_by: person.id,
        requested_at: now,
        decided_by: waits ? null : person.id,
        decided_at: waits ? null : now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (waits) await notifyApprovers(deps, tx, { by: person.id, work: ['MONEY'] })
    else await move(tx, { id, wallet, currency, amount, at: now })
    await keepAnswer(tx, ask, { id })
    return readCorrection(tx, id, person.id)
  })
})

/**
 * A second operator's decision; the author can withdraw. A refund to a card that the bank no longer reverses goes to
 * the wallet, and the correction says so. Throws CORRECTION_DECIDED if it was decided before, or the author approves
 * it; INVALID_FIELDS if the wallet holds too little now, or the reservation has less left than the refund.
 */
export const decideCorrection = api.operator.payments.decideCorrection.handler(async ({ input, context }) => {
  const { deps, person } = context
  return inTransaction(deps.db, async (tx) => {
    const correction = () => tx.selectFrom('wallet_correction').selectAll().where('id', '=', input.id)
    const requested = await correction().executeTakeFirst()
    if (!requested) throw errors.NOT_FOUND()
    // What it is about is locked first, as for every refund.
    const payment = requested.payment_id && (await lockRefunded(tx, requested.payment_id))
    const found = await correction().forUpdate().executeTakeFirstOrThrow()
    const isOwn = found.requested_by === person.id
    if (found.status !== 'WAITING' || (isOwn && input.approved)) throw errors.CORRECTION_DECIDED()
    await giveReason(tx, found.reason)
    const { id } = found
    const amount = found.amount
    const currency = currencyIn(found)
    const at = deps.now()
    let { way } = found
    if (input.approved && payment && found.bearer) {
      way = await giveApproved(deps, tx, { id, payment, amount, bearer: found.bearer, way })
    } else if (input.approved) {
      const wallet = await walletIn(tx, found)
      await lockWallet(tx, wallet)
      if ((await balanceOf(tx, { kind: 'WALLET', owner: wallet, currency })) + amount < 0)
        throw invalidFields({ '': ['wallet_too_low'] })
      await move(tx, { id, wallet, currency, amount, at })
    }
    const status = input.approved ? 'DONE' : 'REFUSED'
    await tx
      .updateTable('wallet_correction')
      .set({ status, way, decided_by: person.id, decided_at: at })
      .where('id', '=', id)
      .execute()
    return readCorrection(tx, id, person.id)
  })
})

/** The wallet of a correction that waited: its person may have another phone now. */
async function walletIn(tx: Tx, { account_id, phone }: { account_id: string | null; phone: string }): Promise<string> {
  const account = await tx
    .selectFrom('account')
    .select('holder')
    .where('id', '=', account_id ?? '')
    .executeTakeFirst()
  return account?.holder ?? phone
}

type Movement = { id: number; wallet: string; currency: CurrencyCode; amount: number; at: Date }

async function move(tx: Tx, { id, wallet, currency, amount, at }: Movement) {
  await post(tx, {
    key: `correction ${id}`,
    kind: 'CORRECTION',
    currency,
    at,
    entries: [
      { kind: 'WALLET', owner: wallet, amount },
      { kind: 'COMMISSION', owner: 'marketplace', amount: -amount },
    ],
  })
}
