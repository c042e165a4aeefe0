import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { deleteDriver, driverOf, insertDriver, pictureOfDriver } from '#app/api/company/check-in/further-drivers.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { readSeesLicence } from '#app/api/reservations/read/customer.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { zoneOf } from '#app/db/reservation.ts'
import { validityError } from '#app/rules/reservation/check-in/licence.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { guardBinding, shownAtDesk } from './check-in.ts'

/** A side of a further driver's licence, for staff who may see papers: each reading is logged. Throws NOT_FOUND otherwise. */
export const picture = api.company.reservations.drivers.picture.handler(async ({ input, context }) => {
  const { deps, person, reservation } = context
  const { id } = reservation
  const driver = await driverOf(deps.db, id, input.driver)
  if (driver.state === 'DRAFT') throw errors.NOT_FOUND()
  if (!(await readSeesLicence(deps.db, { id, person, now: deps.now() }))) throw errors.NOT_FOUND()
  const call = 'GET /desk/reservations/{id}/drivers/picture/'
  await noteReading(context, { subject: 'reservation', key: id, call, document: `licence ${input.side}` })
  return pictureOfDriver(deps, reservation, { side: input.side, driver })
})

/** Names a further driver whose licence staff have seen. Throws INVALID_FIELDS, STATUS_CONFLICT. */
export const add = api.company.reservations.drivers.add.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const now = deps.now()
  guardBinding(reservation, now)
  await insertDriver(tx, reservation, { ...input, side: 'COMPANY', now, by: person.id })
  return shownAtDesk(tx, reservation, { person, now })
})

/** Confirms what was sent. Throws CHANGED_MEANWHILE if it was sent anew or a colleague has decided, INVALID_FIELDS, STATUS_CONFLICT. */
export const confirm = api.company.reservations.drivers.confirm.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { valid_until, sent_at } = input
  const now = deps.now()
  guardBinding(reservation, now)
  const wrong = validityError(valid_until, {
    today: dateIn(await zoneOf(tx, reservation), now),
    endDate: reservation.end_date,
  })
  if (wrong) throw invalidFields({ valid_until: [wrong] })
  const driver = await driverOf(tx, reservation.id, input.driver)
  if (driver.sent_at?.toISOString() !== sent_at) throw errors.CHANGED_MEANWHILE()
  if (driver.state === 'CONFIRMED' && driver.valid_until === valid_until)
    return shownAtDesk(tx, reservation, { person, now })
  if (driver.state !== 'SENT') throw errors.CHANGED_MEANWHILE()
  await tx
    .updateTable('further_driver')
    .set({ state: 'CONFIRMED', valid_until, reason: null, decided_at: now, decided_by: person.id })
    .where('id', '=', driver.id)
    .execute()
  return shownAtDesk(tx, reservation, { person, now })
})

/** Asks the customer for it once more, with a reason. Throws CHANGED_MEANWHILE as above, STATUS_CONFLICT. */
export const refuse = api.company.reservations.drivers.refuse.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { sent_at, reason } = input
  const now = deps.now()
  guardBinding(reservation, now)
  const driver = await driverOf(tx, reservation.id, input.driver)
  if (driver.sent_at?.toISOString() !== sent_at) throw errors.CHANGED_MEANWHILE()
  if (driver.state === 'REFUSED' && driver.reason === reason) return shownAtDesk(tx, reservation, { person, now })
  if (driver.state !== 'SENT') throw errors.CHANGED_MEANWHILE()
  await tx
    .updateTable('further_driver')
    .set({ state: 'REFUSED', reason, decided_at: now, decided_by: person.id })
    .where('id', '=', driver.id)
    .execute()
  await notify(deps, tx, {
    kind: 'licenceRefused',
    reservation: reservation.id,
    reason: `${driver.fullname}: ${reason}`,
  })
  return shownAtDesk(tx, reservation, { person, now })
})

/** Takes a further driver back, with the pictures. Throws STATUS_CONFLICT. */
export const remove = api.company.reservations.drivers.remove.handler(async ({ input, context }) => {
  const { deps, person, reservation } = context
  const now = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const row = await lockReservation(tx, reservation.id)
    guardBinding(row, now)
    const keys = await deleteDriver(tx, row.id, input.driver)
    await removeAfterCommit(deps, tx, keys)
    return shownAtDesk(tx, row, { person, now })
  })
})
