import { type Kysely, sql } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { identityKey } from '#app/rules/identity/identity-key.ts'

type Booking = { company: number; phone: string; national_id: string | null }

/**
 * The block by which a company refuses a booking: of the phone, or of the identity number with which somebody blocked has
 * rented from it before. Source: issue 19, A; the identity number is *ours*.
 */
export function blockOf(
  db: Kysely<DB>,
  { company, phone, national_id }: Booking,
): Promise<{ reason: string } | undefined> {
  const identity = identityKey(national_id ?? '')
  return db
    .selectFrom('company_block')
    .select('reason')
    .where('company_id', '=', company)
    .where((of) =>
      of.or([
        of('phone', '=', phone),
        ...(identity === ''
          ? []
          : [
              // Only what staff have compared with the papers: anybody can type the number of somebody else.
              of.exists(
                of
                  .selectFrom('reservation')
                  .select('reservation.id')
                  .whereRef('reservation.company_id', '=', 'company_block.company_id')
                  .whereRef('reservation.phone', '=', 'company_block.phone')
                  .where('reservation.status', 'in', ['ACTIVE', 'COMPLETED'])
                  .where(
                    sql<boolean>`upper(regexp_replace(reservation.national_id, '[^A-Za-z0-9]', '', 'g')) = ${identity}`,
                  ),
              ),
            ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
}

/** Throws BOOKING_REFUSED for a traveller whom the company has blocked. It does not say why. */
export async function guardBlocked(db: Kysely<DB>, booking: Booking): Promise<void> {
  if (await blockOf(db, booking)) throw errors.BOOKING_REFUSED()
}
