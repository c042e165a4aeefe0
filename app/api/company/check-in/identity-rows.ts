import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import type { IdentityVerdict } from '#app/rules/identity/identity-check.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

/** What is known of an identity: the last answer for this reservation, and until when one of this person's counts. */
export interface IdentityRow {
  id: string
  verdict: IdentityVerdict | null
  asked_at: Date | null
  checked_until: CalendarDate | null
}

/** What the rule about asking again needs. */
export function factsOf(known: IdentityRow | undefined, { start_date }: Pick<ReservationRow, 'start_date'>) {
  const { verdict = null, asked_at = null, checked_until = null } = known ?? {}
  const last = verdict && asked_at ? { verdict, asked_at } : null
  return { last, checkedUntil: checked_until, startDate: start_date }
}

/** What was answered about the people of these reservations, for the id and number that they have now. */
export async function identitiesOf(db: Kysely<DB>, ids: readonly string[]): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select r.id, own.verdict, own.asked_at,
      (select max(other.valid_until)::text from identity_check other
        where other.verdict = 'SAME' and other.digest = ${DIGEST} and length(r.national_id) > 1) as checked_until
    from reservation r left join identity_check own on own.reservation_id = r.id and own.digest = ${DIGEST}
    where r.id = any(${ids})`.execute(db)
  return rows
}

const DIGEST = sql`encode(sha256(convert_to(r.phone || ' ' || r.national_id, 'UTF8')), 'hex')`

/** The digest of the id and number that are asked about. */
export function digestOf({ phone, national_id }: Pick<ReservationRow, 'phone' | 'national_id'>) {
  return sql<string>`encode(sha256(convert_to(${`${phone} ${national_id}`}, 'UTF8')), 'hex')`
}
