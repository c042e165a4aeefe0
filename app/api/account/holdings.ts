import type { Kysely } from 'kysely'
import type { DB } from '#app/db/schema.ts'
import type { Person } from './person.ts'

type Holder = Pick<Person, 'phone' | 'email' | 'phoneProven'>

/**
 * The reservations of a person: those under their phone and, where only their e-mail was proven, under that too: a number
 * that no SMS proved was claimed by whoever has the mailbox. Source: *ours*, after protocols/otp.md §1.
 */
export function reservationsOf(db: Kysely<DB>, person: Holder) {
  return db
    .selectFrom('reservation')
    .where('reservation.phone', '=', person.phone)
    .$if(!person.phoneProven, (query) => query.where('reservation.email', '=', person.email ?? ''))
}

/** Whether a reservation is this person's. */
export function isOwn(reservation: { phone: string; email: string | null }, person: Holder): boolean {
  if (reservation.phone !== person.phone) return false
  return person.phoneProven || (reservation.email !== null && reservation.email === person.email)
}

/** Whether the wallet of the phone is this person's to spend: not while anybody else books under an unproven number. */
export async function ownsWallet(db: Kysely<DB>, person: Holder): Promise<boolean> {
  if (person.phoneProven) return true
  const other = await db
    .selectFrom('reservation')
    .select('id')
    .where('phone', '=', person.phone)
    .where((where) => where.or([where('email', 'is', null), where('email', '<>', person.email ?? '')]))
    .limit(1)
    .executeTakeFirst()
  return !other
}
