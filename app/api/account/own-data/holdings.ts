import type { Kysely } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { holderOf, identifies } from '#app/rules/identity/holder.ts'

type Holder = Pick<Person, 'phone' | 'email' | 'phoneProven'>

/**
 * The reservations of a person: those of their phone, if an SMS has proven it, except what others booked under it
 * before; and those of their phone and e-mail address together. Source: decisions.md, "Abroad"; protocols/otp.md §1.
 */
export function reservationsOf(db: Kysely<DB>, { phone, email, phoneProven }: Holder) {
  return db
    .selectFrom('reservation')
    .where('reservation.phone', '=', phone)
    .where((where) =>
      where.or([
        where('reservation.email', '=', email ?? ''),
        ...(phoneProven ? [where('reservation.by_email', '=', false)] : []),
      ]),
    )
}

/** Whether a reservation belongs to this person. */
export function isOwn(
  reservation: { phone: string; email: string | null; by_email: boolean },
  { phone, email, phoneProven }: Holder,
): boolean {
  if (reservation.phone !== phone) return false
  return (phoneProven && !reservation.by_email) || (email !== null && reservation.email === email)
}

/**
 * The owner of a person's wallet in the ledger; null if they may not use it: an Iranian number that only a mailbox
 * claims, while other people book under it.
 */
export async function walletOf(db: Kysely<DB>, person: Holder): Promise<string | null> {
  const wallet = holderOf(person)
  if (person.phoneProven || !identifies(person.phone)) return wallet
  const other = await db
    .selectFrom('reservation')
    .select('id')
    .where('phone', '=', person.phone)
    .where((where) => where.or([where('email', 'is', null), where('email', '<>', person.email ?? '')]))
    .limit(1)
    .executeTakeFirst()
  return other ? null : wallet
}

/**
 * Whether a new reservation belongs to phone and e-mail address together, because nobody has proven the phone yet and
 * it identifies nobody. Without an e-mail address it belongs to whoever proves the phone.
 */
export async function belongsToEmail(
  db: Kysely<DB>,
  { phone, email }: { phone: string; email?: string | undefined },
): Promise<boolean> {
  if (!email || identifies(phone)) return false
  return !(await isProven(db, phone))
}

/** Whether an SMS has proven the phone of a holder. */
export async function isProven(db: Kysely<DB>, holder: string): Promise<boolean> {
  const account = db.selectFrom('account').select('id').where('holder', '=', holder)
  return (await account.where('phone_proven_at', 'is not', null).executeTakeFirst()) !== undefined
}

/**
 * The account that an operator or a colleague means by a phone: the one that has proven it, or else the only one that
 * claims it.
 */
export async function accountOfPhone(db: Kysely<DB>, phone: string): Promise<string | null> {
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'phone_proven_at'])
    .where('phone', '=', phone)
    .limit(1000)
    .execute()
  const proven = accounts.find(({ phone_proven_at }) => phone_proven_at !== null)
  return (proven ?? (accounts.length === 1 ? accounts[0] : undefined))?.id ?? null
}
