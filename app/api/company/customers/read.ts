import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { WAS_ACCEPTED } from '#app/db/accepted.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { RENT_AT_DESK } from '#app/db/protocol.ts'
import { currencyIn, numberOf, type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { CURRENCY_CODES, type Language } from '#app/rules/constants.ts'
import { shownPeople } from './people.ts'

const MOST_TRIPS = 100
const MOST_NOTES = 50

type Customer = { company: number; phone: string }

/** One person's rentals with the company, what they paid for them, and what colleagues wrote. Source: issue 19, A. */
export const read = api.company.customers.read.handler(async ({ context }) => {
  const { deps, reservation, language } = context
  const customer = await acceptedCustomer(deps.db, reservation)
  return customerOf(deps.db, customer, { language, now: deps.now() })
})

/** The customer of a reservation of the company. Throws NOT_FOUND if it has not accepted it, or the person was erased. */
export async function acceptedCustomer(db: Kysely<DB>, { id }: Pick<ReservationRow, 'id'>): Promise<Customer> {
  const found = await db
    .selectFrom('reservation')
    .select(['reservation.company_id as company', 'reservation.phone'])
    .where('reservation.id', '=', id)
    .where('reservation.erased_at', 'is', null)
    .where('reservation.phone', 'not like', '+0%')
    .where(WAS_ACCEPTED)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

/** The same customer, as the contract defines them. Throws NOT_FOUND for somebody whom the company no longer keeps. */
export async function customerOf(
  db: Kysely<DB>,
  customer: Customer,
  { language, now }: { language: Language; now: Date },
) {
  const { company, phone } = customer
  const [person, block, rows, notes] = await Promise.all([
    shownPeople(db, company, { phones: [phone], now }).executeTakeFirst(),
    db
      .selectFrom('company_block')
      .leftJoin('account', 'account.id', 'company_block.account_id')
      .select(['company_block.reason', 'account.fullname as by', 'company_block.at'])
      .where('company_block.company_id', '=', company)
      .where('company_block.phone', '=', phone)
      .executeTakeFirst(),
    tripsOf(db, customer),
    notesOf(db, customer),
  ])
  const trips = rows.map((row) => ({
    ...{ id: row.share_id, number: numberOf(row), status: statusAt(row, now), title: titleOf(row, language) },
    ...{ plate: row.plate, start_date: row.start_date, end_date: row.end_date },
    ...{ currency: currencyIn(row), total: row.total, paid: row.received },
  }))
  if (!person) throw errors.NOT_FOUND()
  const sums = CURRENCY_CODES.map((currency) => ({
    currency,
    paid: trips.reduce((sum, trip) => (trip.currency === currency ? sum + trip.paid : sum), 0),
  }))
  return {
    ...person,
    block: block ? { ...block, at: block.at.toISOString() } : null,
    trips: trips.slice(0, MOST_TRIPS),
    sums: sums.filter(({ paid }) => paid !== 0),
    notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })),
  }
}

function tripsOf(db: Kysely<DB>, { company, phone }: Customer) {
  return db
    .selectFrom('reservation')
    .innerJoin('ad', 'ad.id', 'reservation.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .selectAll('reservation')
    .select([...TITLE_COLUMNS, 'ad.plate'])
    .select(sql<number>`(reservation.paid - reservation.refunded + ${RENT_AT_DESK})::bigint`.as('received'))
    .where('reservation.company_id', '=', company)
    .where('reservation.phone', '=', phone)
    .where('reservation.erased_at', 'is', null)
    .where(WAS_ACCEPTED)
    .orderBy('reservation.start_at', 'desc')
    .orderBy('reservation.number', 'desc')
    .execute()
}

function notesOf(db: Kysely<DB>, { company, phone }: Customer) {
  return db
    .selectFrom('reservation_note')
    .innerJoin('reservation', 'reservation.id', 'reservation_note.reservation_id')
    .leftJoin('account', 'account.id', 'reservation_note.account_id')
    .select(['reservation_note.id', 'reservation_note.body', 'account.fullname as by', 'reservation_note.at'])
    .where('reservation.company_id', '=', company)
    .where('reservation.phone', '=', phone)
    .where('reservation.erased_at', 'is', null)
    .orderBy('reservation_note.id', 'desc')
    .limit(MOST_NOTES)
    .execute()
}
