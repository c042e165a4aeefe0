import type { Kysely } from 'kysely'
import type { DB } from '#app/db/schema.ts'
import { isPhoneProven, type Person } from './person.ts'

type Holder = Pick<Person, 'phone' | 'email'>

/** The reservations of a person: those under their phone and, where only their e-mail was proven, under that too. */
export function reservationsOf(db: Kysely<DB>, person: Holder) {
  return db
    .selectFrom('reservation')
    .where('reservation.phone', '=', person.phone)
    .$if(!isPhoneProven(person), (query) => query.where('reservation.email', '=', person.email ?? ''))
}

/** Whether a reservation is this person's. */
export function isOwn(reservation: { phone: string; email: string | null }, person: Holder): boolean {
  if (reservation.phone !== person.phone) return false
  return isPhoneProven(person) || (reservation.email !== null && reservation.email === person.email)
}

/** Whether the wallet of the phone is this person's to spend: not while anybody else books under an unproven number. */
export async function ownsWallet(db: Kysely<DB>, person: Holder): Promise<boolean> {
  if (isPhoneProven(person)) return true
  const other = await db
    .selectFrom('reservation')
    .select('id')
    .where('phone', '=', person.phone)
    .where((where) => where.or([where('email', 'is', null), where('email', '<>', person.email ?? '')]))
    .limit(1)
    .executeTakeFirst()
  return !other
}
