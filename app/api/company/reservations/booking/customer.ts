import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Rentable } from '#app/api/reservations/reserve/rentable.ts'
import type { StaffCustomer } from '#app/contract/company/reservations/bookings.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { countryOf } from '#app/i18n/format/country.ts'
import { normaliseEmail } from '#app/rules/identity/email.ts'
import { judgeIdentity } from '#app/rules/identity/national-id.ts'
import { validPhone } from '#app/rules/identity/normalise-phone.server.ts'
import { withPlus } from '#app/rules/identity/phone.ts'
import { isOldEnough } from '#app/rules/reservation/driver/driver-age.ts'

type Form = z.infer<typeof StaffCustomer>

/** A customer as a reservation stores them: an identity that is not known yet is empty. */
export type CheckedCustomer = {
  fullname: string
  phone: string
  email: string | null
  national_id: string
  date_of_birth: string | null
  country: string | null
}

const EARLIEST_BIRTH = '1900-01-01'

/**
 * The customer of a booking by staff with a normalised phone, or what is wrong with them, by field. What staff leave out
 * of somebody's papers is taken from their last rental with the same company.
 */
export async function checkedCustomer(
  db: Kysely<DB>,
  form: Form,
  { ad, pickUp }: { ad: Rentable; pickUp: string },
): Promise<{
  customer?: CheckedCustomer
  fieldErrors: Record<string, string[]>
  values: { date_of_birth: { age: number } }
}> {
  const values = { date_of_birth: { age: ad.min_driver_age } }
  const phone = validPhone(form.phone, withPlus(form.country_code))
  const known = phone ? await lastPapers(db, { company: ad.company_id, phone, fullname: form.fullname }) : undefined
  const born = form.date_of_birth ?? known?.date_of_birth ?? null
  const fieldErrors: Record<string, string[]> = {}
  if (!phone) fieldErrors.phone = ['phone']
  const identity = judgeIdentity(form.national_id ?? '', { country: form.country && countryOf(form.country) })
  if (form.national_id && !identity.ok) fieldErrors.national_id = [identity.kind]
  if (born !== null && (born < EARLIEST_BIRTH || born > pickUp)) fieldErrors.date_of_birth = ['date']
  else if (born !== null && !isOldEnough({ born, pickUp, minimumAge: ad.min_driver_age }))
    fieldErrors.date_of_birth = ['driver_too_young']
  if (!phone || Object.keys(fieldErrors).length > 0) return { fieldErrors, values }
  const customer = {
    fullname: form.fullname,
    phone,
    email: form.email ? normaliseEmail(form.email) : null,
    national_id: form.national_id ?? known?.national_id ?? '',
    date_of_birth: born,
    country: form.country ?? known?.country ?? null,
  }
  return { customer, fieldErrors, values }
}

function lastPapers(
  db: Kysely<DB>,
  { company, phone, fullname }: { company: number; phone: string; fullname: string },
) {
  return db
    .selectFrom('reservation')
    .select(['national_id', 'date_of_birth', 'country'])
    .where('company_id', '=', company)
    .where('phone', '=', phone)
    .where('fullname', '=', fullname)
    .where('status', 'in', ['ACTIVE', 'COMPLETED'])
    .where('erased_at', 'is', null)
    .orderBy('start_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
