import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Voucher as VoucherShape } from '#app/contract/reservations/reservations.ts'
import { WAS_ACCEPTED } from '#app/db/accepted.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import {
  type CustomerSeen,
  firstName,
  type SeenTrip,
  seenByCompany,
  seesLicence,
} from '#app/rules/reservation/customer-seen.ts'

/** Columns that say what its company sees of the customer of a reservation in the query. */
export const SEEN_COLUMNS = [
  WAS_ACCEPTED.as('was_accepted'),
  sql<boolean>`reservation.source <> 'SITE'`.as('is_own'),
  sql<Date>`coalesce((select max(back.at) from reservation_event as back
    where back.reservation_id = reservation.id and back.status = 'COMPLETED'), reservation.end_at)`.as('returned_at'),
] as const

type Row = Pick<ReservationRow, 'status' | 'start_date'> & {
  was_accepted: boolean
  is_own: boolean
  returned_at: Date
  zone: string
}

/** What a caller at a desk sees of the customer: an operator everything, a company what the rule says. */
export function seenBy({ role }: Pick<Person, 'role'>, row: Row, now: Date): CustomerSeen {
  if (role === 'ADMIN') return 'PAPERS'
  return seenByCompany(seenTrip(row), now)
}

function seenTrip(row: Row): SeenTrip {
  const { status, start_date, zone } = row
  const { was_accepted: wasAccepted, is_own: isOwn, returned_at: returnedAt } = row
  return { status, start_date, zone, wasAccepted, isOwn, returnedAt }
}

/** The same for one reservation. */
export async function readSeen(
  db: Kysely<DB>,
  { id, person, now }: { id: string; person: Pick<Person, 'role'>; now: Date },
): Promise<CustomerSeen> {
  return seenBy(person, await seenRow(db, id), now)
}

/** Whether a caller at a desk sees the licence that a customer has sent for a reservation. */
export async function readSeesLicence(
  db: Kysely<DB>,
  { id, person, now }: { id: string; person: Pick<Person, 'role'>; now: Date },
): Promise<boolean> {
  if (person.role === 'ADMIN') return true
  const row = await seenRow(db, id)
  return seesLicence(seenTrip(row), now)
}

function seenRow(db: Kysely<DB>, id: string): Promise<Row> {
  return db
    .selectFrom('reservation')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .select(['reservation.status', 'reservation.start_date', 'city.zone', ...SEEN_COLUMNS])
    .where('reservation.id', '=', id)
    .executeTakeFirstOrThrow()
}

type Contact = { fullname: string; phone: string }

/** Name and phone as they are seen. */
export function contactAsSeen({ fullname, phone }: Contact, seen: CustomerSeen): Contact {
  return seen === 'FIRST_NAME' ? { fullname: firstName(fullname), phone: '' } : { fullname, phone }
}

/**
 * A voucher as somebody at a desk sees it: of the customer what the company may see now. A company never learns the mailbox; where our messages went is between the customer and us.
 */
export function voucherAsSeen<Voucher extends z.infer<typeof VoucherShape>>(
  voucher: Voucher,
  { seen, person, national_id }: { seen: CustomerSeen; person: Pick<Person, 'role'>; national_id: string },
): Voucher {
  if (person.role === 'ADMIN') return { ...voucher, national_id }
  return {
    ...voucher,
    ...contactAsSeen(voucher, seen),
    national_id: seen === 'PAPERS' ? national_id : '',
    ...{ email: null, sent_to: [] },
  }
}
