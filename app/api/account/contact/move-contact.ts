import { reservationsOf, walletOf } from '#app/api/account/own-data/holdings.ts'
import { endSessionsOf } from '#app/api/account/sign-in/session.ts'
import { lockWallet } from '#app/api/account/wallet/wallet.ts'
import { post } from '#app/api/books/ledger.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { currencyOfId } from '#app/rules/constants.ts'
import { type Contact, holderOf } from '#app/rules/identity/holder.ts'
import { UNDER_WAY } from '#app/rules/money/payment/payment-status.ts'

/** A phone to which its code was sent, by SMS or not; `key` identifies the move in the ledger. */
type NewPhone = { phone: string; phoneProven: boolean; key: string }

/**
 * Changes an account's phone, or proves the present one, and takes along what belongs to it: its reservations, and the
 * wallet by one posting per currency. The former phone is notified. Throws INVALID_FIELDS if others book under the new
 * one or while a bank has part of a payment that the wallet shares, and the database's unique violation if the new
 * phone has an account. Source: *ours*: reservations and wallet follow their person.
 */
export async function movePhone(deps: Deps, tx: Tx, person: Person, { key, ...to }: NewPhone): Promise<void> {
  const phone_proven_at = to.phoneProven ? deps.now() : null
  await tx.updateTable('account').set({ phone: to.phone, phone_proven_at }).where('id', '=', person.id).execute()
  const contact = { email: person.email, ...to }
  if ((await walletOf(tx, contact)) === null) throw invalidFields({ phone: ['phone_taken'] })
  await moveHoldings(deps, tx, person, { contact, key })
  if (to.phone !== person.phone) await notifyFormerContact(deps, tx, person, 'phoneChanged')
}

/**
 * Changes an account's e-mail address, which its code has proven. If the address decides what belongs to the account,
 * everything goes along; what a proven phone held together with the new address joins the account. The former address
 * is notified. Throws as `movePhone` does.
 */
export async function moveEmail(
  deps: Deps,
  tx: Tx,
  person: Person,
  { email, key }: { email: string; key: string },
): Promise<void> {
  await tx.updateTable('account').set({ email }).where('id', '=', person.id).execute()
  const contact = { ...contactOf(person), email }
  if (person.phoneProven) {
    await endAccountOf(deps, tx, { ...contact, phoneProven: false })
    await moveHoldings(deps, tx, { ...contact, phoneProven: false }, { contact, key })
  } else await moveHoldings(deps, tx, person, { contact, key })
  await notifyFormerContact(deps, tx, person, 'emailChanged')
}

const contactOf = ({ phone, email, phoneProven }: Contact): Contact => ({ phone, email, phoneProven })

/**
 * Ends the sessions of the account that phone and mailbox had together: from now on the mailbox opens the phone's own
 * account.
 */
async function endAccountOf(deps: Deps, tx: Tx, contact: Contact) {
  const other = await tx
    .selectFrom('account')
    .select('id')
    .where('holder', '=', holderOf(contact))
    .where('phone_proven_at', 'is', null)
    .executeTakeFirst()
  if (other) await endSessionsOf(tx, other.id, deps.now())
}

/** Moves reservations and wallet from one contact to another. */
async function moveHoldings(deps: Deps, tx: Tx, from: Contact, { contact, key }: { contact: Contact; key: string }) {
  const wallet = await walletOf(tx, from)
  if (wallet !== null && wallet !== holderOf(contact)) await guardSharedPayments(tx, wallet)
  const ids = await ownReservations(tx, from)
  if (ids.length > 0) {
    const { phone, email, phoneProven } = contact
    const by_email = holderOf(contact) !== phone
    // If no SMS proves the number, the e-mail address decides whose they are.
    const change = phoneProven ? { phone, by_email } : { phone, email, by_email }
    await tx.updateTable('reservation').set(change).where('id', 'in', ids).execute()
    if (phone !== from.phone) await moveCodeUses(tx, ids, phone)
  }
  if (wallet === null || wallet === holderOf(contact)) return
  const to = holderOf(contact)
  await tx.updateTable('payment').set({ wallet_owner: to }).where('wallet_owner', '=', wallet).execute()
  await tx.updateTable('wallet_payout').set({ wallet_owner: to }).where('wallet_owner', '=', wallet).execute()
  await moveWallet(deps, tx, { wallet, to, key })
}

/** If the new phone has used the same code too, both uses stay: the limit of one use applies to future ones. */
async function moveCodeUses(tx: Tx, reservations: string[], phone: string) {
  const usedAlready = tx
    .selectFrom('discount_use as other')
    .select('other.code_id')
    .where('other.phone', '=', phone)
    .where('other.released', '=', false)
  await tx
    .updateTable('discount_use')
    .set({ once: false })
    .where('reservation_id', 'in', reservations)
    .where('code_id', 'in', usedAlready)
    .execute()
  await tx.updateTable('discount_use').set({ phone }).where('reservation_id', 'in', reservations).execute()
}

/** The wallet's part of such a payment may still be refunded, and to the wallet that it left. */
async function guardSharedPayments(tx: Tx, wallet: string) {
  await lockWallet(tx, wallet)
  const shared = await tx
    .selectFrom('payment')
    .innerJoin('ledger_transaction', 'ledger_transaction.payment_id', 'payment.id')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select('payment.id')
    .where('payment.status', 'in', UNDER_WAY)
    .where('ledger_account.kind', '=', 'WALLET')
    .where('ledger_account.owner', '=', wallet)
    .limit(1)
    .executeTakeFirst()
  if (shared) throw invalidFields({ phone: ['payment_pending'] })
}

async function ownReservations(tx: Tx, contact: Contact): Promise<string[]> {
  const rows = await reservationsOf(tx, contact).select('reservation.id').forUpdate().execute()
  return rows.map(({ id }) => id)
}

async function moveWallet(deps: Deps, tx: Tx, { wallet, to, key }: { wallet: string; to: string; key: string }) {
  const wallets = await tx
    .selectFrom('ledger_account')
    .select(['currency_id', 'balance'])
    .where('kind', '=', 'WALLET')
    .where('owner', '=', wallet)
    .where('balance', '>', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { currency_id, balance } of wallets) {
    await post(tx, {
      key: `wallet-move ${key} ${currency_id}`,
      kind: 'WALLET_MOVE',
      currency: currencyOfId(currency_id) ?? 'IRT',
      at: deps.now(),
      entries: [
        { kind: 'WALLET', owner: wallet, amount: -balance },
        { kind: 'WALLET', owner: to, amount: balance },
      ],
    })
  }
}

/** Notifies the former contact, in case the change was not by its owner. */
export async function notifyFormerContact(
  deps: Deps,
  tx: Tx,
  person: Pick<Person, 'phone' | 'email' | 'phoneProven' | 'language'>,
  kind: 'phoneChanged' | 'emailChanged',
): Promise<void> {
  const { phone, email, language } = person
  if (kind === 'phoneChanged' && person.phoneProven) return notify(deps, tx, { kind, former: { phone }, language })
  if (email) await notify(deps, tx, { kind, former: { email }, language })
}
