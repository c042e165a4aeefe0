import type { Kysely } from 'kysely'
import { reservationsOf, walletOf } from '#app/api/account/own-data/holdings.ts'
import { paymentRows } from '#app/api/books/payment-card.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'

/** A query for a person's payments: those of their reservations, and their top-ups. */
export async function ownPayments(db: Kysely<DB>, person: Person) {
  const wallet = await walletOf(db, person)
  return paymentRows(db).where((where) =>
    where.or([
      where('payment.reservation_id', 'in', reservationsOf(db, person).select('reservation.id')),
      ...(wallet === null ? [] : [where('payment.wallet_owner', '=', wallet)]),
    ]),
  )
}

/** A payment for the people to whom it belongs by the call's contract. Throws NOT_FOUND for everybody else (§6). */
export async function readOwnPayment(db: Kysely<DB>, id: string, { person, owner }: Claim): Promise<Things['payment']> {
  const isOperator = person.role === 'ADMIN' && owner.includes('OPERATOR')
  const payments = isOperator ? paymentRows(db) : await ownPayments(db, person)
  const payment = await payments.where('payment.id', '=', id).executeTakeFirst()
  if (!payment) throw errors.NOT_FOUND()
  return payment
}
