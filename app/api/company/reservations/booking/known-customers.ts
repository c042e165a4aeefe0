import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { WAS_ACCEPTED } from '#app/db/accepted.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { anyOf, holdsName, namePattern } from '#app/db/matching-text.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'

/** With fewer digits nobody would search for a part of a phone. */
const PHONE_PART = 4
const MOST_SHOWN = 8

/** People who have rented from the company, by a phone in any writing or a part of it, or by name. */
export const knownCustomers = api.company.reservations.knownCustomers.handler(async ({ input, context }) => {
  const { deps, company } = context
  const rows = await customersNamed(deps.db, company, input.q)
  const results = rows.toSorted((one, other) => (one.last_date < other.last_date ? 1 : -1)).slice(0, MOST_SHOWN)
  return { count: rows.length, results }
})

function customersNamed(db: Kysely<DB>, company: number, q: string) {
  const phone = normalisePhone(q, '+98')
  const digits = toLatinDigits(q).replace(/\D/g, '')
  return db
    .selectFrom('reservation')
    .distinctOn('reservation.phone')
    .select([
      'reservation.share_id as reservation',
      'reservation.fullname',
      'reservation.phone',
      'reservation.language',
    ])
    .select('reservation.start_date as last_date')
    .select(
      sql<number>`(select count(*)::int from reservation as trip where trip.phone = reservation.phone
        and trip.company_id = ${company} and trip.status = 'COMPLETED')`.as('trips'),
    )
    .where('reservation.company_id', '=', company)
    .where('reservation.erased_at', 'is', null)
    .where(WAS_ACCEPTED)
    .where(
      anyOf([
        holdsName('reservation.fullname', namePattern(q)),
        ...(phone ? [sql<boolean>`reservation.phone = ${phone}`] : []),
        ...(digits.length >= PHONE_PART
          ? [sql<boolean>`reservation.phone like ${`%${digits.replace(/^0/, '')}%`}`]
          : []),
      ]),
    )
    .orderBy('reservation.phone')
    .orderBy('reservation.start_at', 'desc')
    .limit(100)
    .execute()
}
