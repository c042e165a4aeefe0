import { keepOneForAll } from '#app/api/account/operators.ts'
import { keepAnOwner } from '#app/api/account/owners.ts'
import { openCode, tryCode } from '#app/api/account/sign-in/code.ts'
import { channelsOf } from '#app/api/account/sign-in/destination.ts'
import { lockWallet } from '#app/api/account/wallet/wallet.ts'
import { post } from '#app/api/books/ledger.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { statusAt } from '#app/db/reservation.ts'
import { currencyOfId } from '#app/rules/constants.ts'
import { mailboxOf } from '#app/rules/identity/email.ts'
import { holderOf, identifies } from '#app/rules/identity/holder.ts'
import { UNDER_WAY } from '#app/rules/money/payment/payment-status.ts'
import { HOLDING } from '#app/rules/reservation/reservation-status.ts'
import { eraseConversations, leaveConversations } from './conversations.ts'
import { eraseReservations, pseudonym } from './erase-reservations.ts'
import { reservationsOf, walletOf } from './holdings.ts'

/**
 * Deletes an account: the first call, without a code, sends one; the second has it. Throws OPEN_RESERVATIONS while a
 * reservation waits, is held or runs, WALLET_NOT_EMPTY while there is money that is not given up, INVALID_FIELDS for a
 * wrong code and for the last operator who may do everything, LAST_OWNER for the only owner of a company. Source: decisions.md, "Identity and access".
 */
export const deleteAccount = api.account.deleteAccount.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { token } = input
  if (!token) {
    const requested = { purpose: 'DELETE_ACCOUNT' as const, account: person.id, phone: person.phone }
    const destination = { bySms: person.phoneProven, email: person.phoneProven ? null : person.email }
    const order = { ...requested, ...destination, language, by: context }
    const resend_after = await inTransaction(deps.db, async (tx) => {
      await guardDeletion(deps, tx, person, input.forfeit_wallet)
      return openCode(deps, tx, order)
    })
    return { deleted: false, resend_after, channels: channelsOf(destination) }
  }
  const isErased = await inTransaction(deps.db, async (tx) => {
    const requested = { purpose: 'DELETE_ACCOUNT' as const, account: person.id, phone: person.phone, code: token }
    if (!(await tryCode(deps, tx, requested))) return false
    await guardDeletion(deps, tx, person, input.forfeit_wallet)
    await erase(deps, tx, person)
    return true
  })
  if (!isErased) throw invalidFields({ token: ['code'] })
  return { deleted: true, resend_after: null, channels: [] }
})

async function guardDeletion(deps: Deps, tx: Tx, person: Person, forfeits: boolean) {
  await keepSuccessors(tx, person.id)
  const wallet = holderOf(person)
  await lockWallet(tx, wallet)
  const now = deps.now()
  const own = await reservationsOf(tx, person).select(['id', 'status', 'hold_until']).forUpdate().execute()
  if (own.some((reservation) => HOLDING.includes(statusAt(reservation, now)))) throw errors.OPEN_RESERVATIONS()
  const ids = own.map(({ id }) => id)
  const underWay = await tx
    .selectFrom('payment')
    .select('id')
    .where((where) =>
      where.or([where('status', 'in', UNDER_WAY), where('card_return', 'in', ['WAITING', 'UNANSWERED'])]),
    )
    .where((where) => where.or([where('wallet_owner', '=', wallet), where('reservation_id', 'in', [...ids, ''])]))
    .limit(1)
    .executeTakeFirst()
  if (underWay) throw errors.OPEN_RESERVATIONS()
  const held = await tx
    .selectFrom('deposit')
    .select('reservation_id')
    .where('reservation_id', 'in', [...ids, ''])
    .where('way', '=', 'ONLINE')
    .where('held', '>', 0)
    .limit(1)
    .executeTakeFirst()
  // It goes back to the wallet, or a charge is still open.
  if (held) throw errors.OPEN_RESERVATIONS()
  const onItsWay = await tx
    .selectFrom('wallet_payout')
    .leftJoin('payout', 'payout.wallet_payout_id', 'wallet_payout.id')
    .select('wallet_payout.id')
    .where('wallet_owner', '=', wallet)
    .where('holder_status', '<>', 'REFUSED')
    .where((where) => where.or([where('payout.status', 'is', null), where('payout.status', '=', 'OPEN')]))
    .limit(1)
    .executeTakeFirst()
  // The bank may still refund it, which needs the wallet.
  if (onItsWay) throw errors.WALLET_NOT_EMPTY()
  if (!forfeits && (await walletsOf(tx, person)).length > 0) throw errors.WALLET_NOT_EMPTY()
}

/** Asks what is stored: somebody who lacks the required second factor counts as a customer otherwise. */
async function keepSuccessors(tx: Tx, id: string) {
  const { role, company_id } = await tx
    .selectFrom('account')
    .select(['role', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (role === 'ADMIN') await keepOneForAll(tx, id)
  if (role === 'AGENT' && company_id !== null) await keepAnOwner(tx, { id, company: company_id })
}

/** Locks the wallets that contain money. */
async function walletsOf(tx: Tx, person: Person) {
  const wallet = await walletOf(tx, person)
  if (wallet === null) return []
  return tx
    .selectFrom('ledger_account')
    .select(['id', 'currency_id', 'balance'])
    .where('kind', '=', 'WALLET')
    .where('owner', '=', wallet)
    .where('balance', '>', 0)
    .forUpdate()
    .execute()
}

/** Removes the person from invoices and ledger, and their files. */
async function erase(deps: Deps, tx: Tx, person: Person): Promise<void> {
  const nobody = pseudonym()
  await closeWallets(deps, tx, person, nobody)
  // Before their reservations are, because rooms are found by the reservations' phone.
  const files = await eraseConversations(tx, person)
  const own = await reservationsOf(tx, person).select('id').execute()
  await forgetCorrections(tx, person, { reservations: own.map(({ id }) => id), nobody, at: deps.now() })
  const reservations = own.map(({ id }) => ({ id, phone: nobody }))
  const images = await eraseReservations(tx, { reservations, keepsInvoices: true })
  await tx.deleteFrom('ad_comment').where('account_id', '=', person.id).execute()
  // Messages to a number that others have typed, too, are not only about this person.
  const phones = person.phoneProven || identifies(person.phone) ? [person.phone] : []
  const receivers = [...phones, ...(person.email === null ? [] : [person.email])]
  await tx
    .deleteFrom('phone_book')
    .where('phone', 'in', ['', ...phones])
    .execute()
  await tx
    .deleteFrom('one_time_code')
    .where((where) => where.or([where('phone', 'in', ['', ...phones]), where('email', '=', person.email ?? '')]))
    .execute()
  await tx
    .deleteFrom('notification')
    .where('id', 'in', (of) => of.selectFrom('delivery').select('notification_id').where('receiver', 'in', receivers))
    .execute()
  if (person.email !== null) {
    await tx.deleteFrom('newsletter_subscription').where('mailbox', '=', mailboxOf(person.email)).execute()
  }
  await leaveConversations(tx, person, deps.now())
  // Sessions, tokens, codes, ratings, favourites, searches, price alerts and blog comments are deleted with it.
  await tx.deleteFrom('account').where('id', '=', person.id).execute()
  await removeAfterCommit(deps, tx, [...images, ...files])
}

type Forgotten = { reservations: string[]; nobody: string; at: Date }

/**
 * Withdraws what waits for a second operator, for this person or by them, and removes their phone from other requests.
 */
async function forgetCorrections(tx: Tx, { id }: Person, { reservations, nobody, at }: Forgotten) {
  const payments = tx
    .selectFrom('payment')
    .select('id')
    .where('reservation_id', 'in', [...reservations, ''])
  await tx
    .updateTable('wallet_correction')
    .set({ status: 'REFUSED', decided_at: at })
    .where('status', '=', 'WAITING')
    .where((where) =>
      where.or([where('account_id', '=', id), where('payment_id', 'in', payments), where('requested_by', '=', id)]),
    )
    .execute()
  await tx
    .updateTable('wallet_correction')
    .set({ phone: nobody })
    .where((where) => where.or([where('account_id', '=', id), where('payment_id', 'in', payments)]))
    .execute()
}

async function closeWallets(deps: Deps, tx: Tx, person: Person, nobody: string) {
  const wallet = await walletOf(tx, person)
  if (wallet === null) return
  for (const { currency_id, balance } of await walletsOf(tx, person)) {
    await post(tx, {
      key: `wallet-forfeit ${person.id} ${currency_id}`,
      kind: 'WALLET_FORFEIT',
      currency: currencyOfId(currency_id) ?? 'IRT',
      at: deps.now(),
      entries: [
        { kind: 'WALLET', owner: wallet, amount: -balance },
        { kind: 'COMPANY', owner: 'forfeited', amount: balance },
      ],
    })
  }
  await tx
    .updateTable('ledger_account')
    .set({ owner: nobody })
    .where('kind', '=', 'WALLET')
    .where('owner', '=', wallet)
    .execute()
  const topUps = tx.updateTable('payment').where('wallet_owner', '=', wallet)
  await topUps.set({ wallet_owner: nobody, card: null }).execute()
}
