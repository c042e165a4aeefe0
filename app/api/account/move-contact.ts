import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { currencyOfId } from '#app/rules/constants.ts'
import type { Deps, Tx } from '../context.ts'
import { post } from '../ledger.ts'
import { spendOneByOne } from '../payments/wallet.ts'
import { ownsWallet, reservationsOf } from './holdings.ts'
import type { Person } from './person.ts'

/** A phone that its code was sent to, by SMS or not; `key` names the move in the books. */
type NewPhone = { phone: string; phoneProven: boolean; key: string }

/**
 * Gives an account another phone, and takes along what belongs to the old one: its reservations, and the wallet by one
 * posting a currency. The old phone gets a message. Throws INVALID_FIELDS where others book under the new one and while a bank
 * has part of a payment that the wallet shares, and the database's unique violation where the new phone has an account.
 * Source: *ours*: reservations and wallet follow their person.
 */
export async function movePhone(deps: Deps, tx: Tx, person: Person, to: NewPhone): Promise<void> {
  const { phone, phoneProven } = to
  const phone_proven_at = phoneProven ? deps.now() : null
  await tx.updateTable('account').set({ phone, phone_proven_at }).where('id', '=', person.id).execute()
  if (!(await ownsWallet(tx, { ...person, phone, phoneProven }))) throw invalidFields({ phone: ['phone_taken'] })
  const takesWallet = await ownsWallet(tx, person)
  if (takesWallet) await guardSharedPayments(tx, person)
  const ids = await ownReservations(tx, person)
  if (ids.length > 0) {
    // Where no SMS proves the number, the e-mail decides whose they are.
    const change = phoneProven ? { phone } : { phone, email: person.email }
    await tx.updateTable('reservation').set(change).where('id', 'in', ids).execute()
    await moveCodeUses(tx, ids, phone)
  }
  if (takesWallet) {
    await tx.updateTable('payment').set({ phone }).where('phone', '=', person.phone).execute()
    await moveWallet(deps, tx, person, to)
  }
  await notifyFormerContact(deps, tx, person, 'phoneChanged')
}

/** Gives an account another e-mail; reservations that only the old one proves go with it. The old address gets a message. */
export async function moveEmail(deps: Deps, tx: Tx, person: Person, email: string): Promise<void> {
  await tx.updateTable('account').set({ email }).where('id', '=', person.id).execute()
  const ids = person.phoneProven ? [] : await ownReservations(tx, person)
  if (ids.length > 0) await tx.updateTable('reservation').set({ email }).where('id', 'in', ids).execute()
  await notifyFormerContact(deps, tx, person, 'emailChanged')
}

/** Where the new phone has used the same code too, both uses stay: the rule of one use looks at those to come. */
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

/** The wallet's part of such a payment may still come back, and to the wallet that it left. */
async function guardSharedPayments(tx: Tx, person: Person) {
  await spendOneByOne(tx, person)
  const shared = await tx
    .selectFrom('payment')
    .innerJoin('ledger_transaction', 'ledger_transaction.payment_id', 'payment.id')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select('payment.id')
    .where('payment.status', 'in', ['CREATED', 'REDIRECTED', 'VERIFYING', 'REVIEW'])
    .where('ledger_account.kind', '=', 'WALLET')
    .where('ledger_account.owner', '=', person.phone)
    .limit(1)
    .executeTakeFirst()
  if (shared) throw invalidFields({ phone: ['payment_pending'] })
}

async function ownReservations(tx: Tx, person: Person): Promise<string[]> {
  const rows = await reservationsOf(tx, person).select('reservation.id').forUpdate().execute()
  return rows.map(({ id }) => id)
}

async function moveWallet(deps: Deps, tx: Tx, person: Person, to: { phone: string; key: string }) {
  const wallets = await tx
    .selectFrom('ledger_account')
    .select(['currency_id', 'balance'])
    .where('kind', '=', 'WALLET')
    .where('owner', '=', person.phone)
    .where('balance', '>', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { currency_id, balance } of wallets) {
    await post(tx, {
      key: `wallet-move ${to.key} ${currency_id}`,
      kind: 'WALLET_MOVE',
      currency: currencyOfId(currency_id) ?? 'IRT',
      at: deps.now(),
      entries: [
        { kind: 'WALLET', owner: person.phone, amount: -balance },
        { kind: 'WALLET', owner: to.phone, amount: balance },
      ],
    })
  }
}

/** Whoever had the old contact hears of it there, in case it was not them. */
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
