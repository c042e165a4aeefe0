import { guardBanned } from '#app/api/account/bans.ts'
import { belongsToEmail, isProven } from '#app/api/account/own-data/holdings.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { limitSubscriber } from '#app/api/call/limits.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { guardNotStaff } from '#app/api/reservations/read/own.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { limitHolds } from '#app/api/reservations/reserve/holds.ts'
import { type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { validPhone } from '#app/rules/identity/normalise-phone.server.ts'
import { withPlus } from '#app/rules/identity/phone.ts'
import { mayCorrectPhone } from '#app/rules/reservation/driver/phone-correction.ts'

const TRIES = 10
const WINDOW_SECONDS = 3600

const NOTICES = {
  AWAITING_PAYMENT: 'reserved',
  AWAITING_CONFIRMATION: 'awaitingConfirmation',
  CONFIRMED: 'confirmed',
} as const

/**
 * Corrects a phone that was mistyped at booking, for anybody with the reservation's id, as long as nobody has proven
 * the present phone. The reservation's address is sent to the new one. A number that somebody has proven can be set
 * only by that person, signed in, so that neither a reservation nor its refund goes to a stranger. Throws PHONE_FIXED
 * and INVALID_FIELDS. Source: *ours*.
 */
export const correctPhone = api.reservations.correctPhone.handler(async ({ input, context }) => {
  const { deps, person } = context
  await limitSubscriber(context, 'correct phone', TRIES, WINDOW_SECONDS)
  const phone = validPhone(input.phone, withPlus(input.country_code))
  if (!phone) throw invalidFields({ phone: ['phone'] })
  return inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, input.id)
    guardNotStaff(reservation, person)
    if (reservation.phone !== phone) await correct(deps, tx, { reservation, phone, person })
    return { id: reservation.id, phone }
  })
})

type Correction = { reservation: ReservationRow; phone: string; person: Person | undefined }

async function correct(deps: Deps, tx: Tx, { reservation, phone, person }: Correction) {
  const now = deps.now()
  const { id, email, national_id, network_address } = reservation
  const status = statusAt(reservation, now)
  // Who is not meant by an offer cannot take it over.
  if (
    reservation.quote === 'OPEN' ||
    !mayCorrectPhone({ ...reservation, status }) ||
    (await isProven(tx, reservation.holder))
  )
    throw errors.PHONE_FIXED()
  await guardBanned(tx, { phone, email, national_id })
  const isPersonsOwn = person?.phoneProven === true && person.phone === phone
  if (!isPersonsOwn && (await isProven(tx, phone))) throw invalidFields({ phone: ['phone_needs_sign_in'] })
  await moveCodeUse(tx, { reservation: id, phone })
  const isHeld = status === 'AWAITING_PAYMENT'
  const isByEmail = await belongsToEmail(tx, { phone, email: email ?? undefined })
  await tx
    .updateTable('reservation')
    .set((of) => ({
      phone,
      by_email: isByEmail,
      phone_corrections: of('phone_corrections', '+', 1),
      ...(!isHeld && { phone_corrected_at: now }),
    }))
    .where('id', '=', id)
    .execute()
  if (isHeld) await limitHolds(tx, { phone, networkAddress: network_address, now })
  const kind = NOTICES[status as keyof typeof NOTICES]
  await notify(deps, tx, { kind, reservation: id })
}

/** A code that each phone can use once stays used by one. Throws INVALID_FIELDS if the new phone has used it. */
async function moveCodeUse(tx: Tx, { reservation, phone }: { reservation: string; phone: string }) {
  const use = await tx
    .selectFrom('discount_use')
    .select(['code_id', 'once'])
    .where('reservation_id', '=', reservation)
    .executeTakeFirst()
  if (!use) return
  const other = await tx
    .selectFrom('discount_use')
    .select('code_id')
    .where('code_id', '=', use.code_id)
    .where('phone', '=', phone)
    .where('released', '=', false)
    .executeTakeFirst()
  if (use.once && other) throw invalidFields({ phone: ['discount_used_by_phone'] })
  await tx.updateTable('discount_use').set({ phone }).where('reservation_id', '=', reservation).execute()
}
