import type { Kysely } from 'kysely'
import { type Spender, spenderOf } from '#app/api/account/wallet/wallet.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Due } from '../due.ts'

/** Whether this person last chose the wallet for the payment; nobody else's choice counts. */
export function choseWallet(
  { reservation, change, proposal, part, deposit }: Due,
  person: Person | undefined,
): boolean {
  if (proposal || part || deposit) return false
  return person !== undefined && (change ?? reservation).wallet_chosen_by === person.id
}

/**
 * The wallet that may pay a part; none for a deposit, which is all given back as money from a bank: a gift would become cash that way.
 * Source: *ours*.
 */
export async function spenderFor(db: Kysely<DB>, { deposit }: Due, person: Person | undefined): Promise<Spender> {
  return deposit ? undefined : spenderOf(db, person)
}

/** Stores a signed-in person's choice with the payment's purpose, if it has changed. */
export async function keepWalletChoice(
  db: Kysely<DB>,
  due: Due,
  { person, uses }: { person: Person | undefined; uses: boolean },
): Promise<void> {
  if (!person || due.proposal || due.part || due.deposit || choseWallet(due, person) === uses) return
  await db
    .updateTable(due.change ? 'reservation_change' : 'reservation')
    .set({ wallet_chosen_by: uses ? person.id : null })
    .where('id', '=', (due.change ?? due.reservation).id)
    .execute()
}
