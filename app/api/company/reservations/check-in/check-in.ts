import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { forgetLicence, licenceOf, licencePicture } from '#app/api/company/check-in/licence.ts'
import { readinessOfOne } from '#app/api/company/check-in/readiness.ts'
import {
  namedIn,
  shownArrival,
  shownFurtherDriver,
  shownLicence,
  shownReadiness,
} from '#app/api/company/check-in/shown.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { readSeesLicence } from '#app/api/reservations/read/customer.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import type { DeskCheckIn, LicenceConfirm } from '#app/contract/company/reservations/check-in.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type ReservationRow, statusAt, zoneOf } from '#app/db/reservation.ts'
import { isDriver } from '#app/rules/access/company-role.ts'
import { roomForDrivers } from '#app/rules/reservation/check-in/further-drivers.ts'
import { validityError } from '#app/rules/reservation/check-in/licence.ts'
import { BINDING, SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { deskKeyBox } from './key-box.ts'

type Asking = { person: Person; now: Date }

/** A check-in as the company's staff see it: no draft, and no licence once papers are not seen; null before a reservation is confirmed. */
export async function deskCheckIn(
  db: Kysely<DB>,
  row: ReservationRow,
  { person, now }: Asking,
): Promise<z.infer<typeof DeskCheckIn> | null> {
  const status = statusAt(row, now)
  if (!SUCCESSFUL.includes(status)) return null
  const [prepared, sees, keyBox] = await Promise.all([
    readinessOfOne(db, row),
    readSeesLicence(db, { id: row.id, person, now }),
    isDriver(person) ? null : deskKeyBox(db, row, now),
  ])
  const { licence, checkedUntil } = prepared
  const isDone = prepared.parts.some(({ part, state }) => part === 'LICENCE' && state === 'DONE')
  const isShown = licence && sees && !isDriver(person) && licence.state !== 'DRAFT'
  return {
    ...shownReadiness(prepared),
    licence: isShown ? { ...shownLicence(licence), by: licence.by } : null,
    checked_until: checkedUntil,
    arrival: shownArrival(prepared, row),
    drivers: prepared.drivers
      .filter((one) => one.state !== 'DRAFT' && sees)
      .map((one) => shownFurtherDriver(one, { withPapers: !isDriver(person) })),
    drivers_room: isDriver(person) || !BINDING.includes(status) ? 0 : roomForDrivers('COMPANY', namedIn(prepared, row)),
    has_second_driver: row.extra_driver,
    decidable: !isDriver(person) && BINDING.includes(status) && !isDone,
    key_box: keyBox,
  }
}

/** A side of the licence that was sent, for staff who may see papers: each reading is logged. Throws NOT_FOUND otherwise. */
export const picture = api.company.reservations.checkIn.picture.handler(async ({ input, context }) => {
  const { deps, person, reservation } = context
  const { id } = reservation
  const licence = await licenceOf(deps.db, id)
  if (!licence || licence.state === 'DRAFT') throw errors.NOT_FOUND()
  if (!(await readSeesLicence(deps.db, { id, person, now: deps.now() }))) throw errors.NOT_FOUND()
  const call = 'GET /desk/reservations/{id}/check_in/picture/'
  await noteReading(context, { subject: 'reservation', key: id, call, document: `licence ${input.side}` })
  return licencePicture(deps, reservation, { side: input.side, licence })
})

/**
 * Keeps until when the licence is valid, as staff have seen it in the pictures, or at the counter where none were sent. Throws
 * CHANGED_MEANWHILE if it was sent anew or a colleague has decided, INVALID_FIELDS if it ends before the return, STATUS_CONFLICT.
 */
export const confirm = api.company.reservations.checkIn.confirm.handler(async ({ input, context }) => {
  const { deps, person, reservation } = context
  const now = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const row = await lockReservation(tx, reservation.id)
    guardBinding(row, now)
    await removeAfterCommit(deps, tx, await confirmLicence(tx, row, { ...input, person, now }))
    return shownAtDesk(tx, row, { person, now })
  })
})

type Confirming = Asking & Pick<z.infer<typeof LicenceConfirm>, 'sent_at' | 'valid_until'>

/** Returns the files of pictures that are of no use any more. */
async function confirmLicence(tx: Tx, row: ReservationRow, { sent_at, valid_until, person, now }: Confirming) {
  const zone = await zoneOf(tx, row)
  const wrong = validityError(valid_until, { today: dateIn(zone, now), endDate: row.end_date })
  if (wrong) throw invalidFields({ valid_until: [wrong] })
  const licence = await licenceOf(tx, row.id)
  if (licence?.state === 'CONFIRMED' && licence.valid_until === valid_until) return []
  const isSent = licence?.state === 'SENT'
  if ((isSent ? licence.sent_at?.toISOString() : undefined) !== sent_at) throw errors.CHANGED_MEANWHILE()
  // At the counter: what was not sent, or not accepted, is of no use any more.
  const keys = isSent ? [] : await forgetLicence(tx, row.id)
  const confirmed = { state: 'CONFIRMED', valid_until, reason: null, decided_at: now, decided_by: person.id } as const
  await tx
    .insertInto('licence_check')
    .values({ reservation_id: row.id, ...confirmed })
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(confirmed))
    .execute()
  return keys
}

/**
 * Asks the customer for the licence once more, with a reason. Throws CHANGED_MEANWHILE if it was sent anew or a colleague has decided,
 * STATUS_CONFLICT.
 */
export const refuse = api.company.reservations.checkIn.refuse.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { sent_at, reason } = input
  const now = deps.now()
  guardBinding(reservation, now)
  const licence = await licenceOf(tx, reservation.id)
  if (licence?.sent_at?.toISOString() !== sent_at) throw errors.CHANGED_MEANWHILE()
  if (licence.state === 'REFUSED' && licence.reason === reason) return shownAtDesk(tx, reservation, { person, now })
  if (licence.state !== 'SENT') throw errors.CHANGED_MEANWHILE()
  await tx
    .updateTable('licence_check')
    .set({ state: 'REFUSED', reason, decided_at: now, decided_by: person.id })
    .where('reservation_id', '=', reservation.id)
    .execute()
  await notify(deps, tx, { kind: 'licenceRefused', reservation: reservation.id, reason })
  return shownAtDesk(tx, reservation, { person, now })
})

/** The same for a call's answer. Throws NOT_FOUND before a reservation is confirmed. */
export async function shownAtDesk(db: Kysely<DB>, reservation: ReservationRow, asking: Asking) {
  const checkIn = await deskCheckIn(db, reservation, asking)
  if (!checkIn) throw errors.NOT_FOUND()
  return checkIn
}

/** Throws STATUS_CONFLICT where staff decide nothing about papers: before a reservation is confirmed, and after its end. */
export function guardBinding(reservation: ReservationRow, now: Date): void {
  const status = statusAt(reservation, now)
  if (!BINDING.includes(status)) throw errors.STATUS_CONFLICT({ data: { status } })
}
