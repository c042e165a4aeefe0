import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import { keyBoxOf, photosOf, shownKeyBox } from '#app/api/company/check-in/key-box.ts'
import {
  givesKeyBoxes,
  keepVehicleBox,
  removeVehicleBox,
  vehicleBoxOf,
} from '#app/api/company/check-in/vehicle-key-box.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { DeskKeyBox } from '#app/contract/company/reservations/key-box.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type ReservationRow, statusAt, zoneOf } from '#app/db/reservation.ts'
import { keyBoxEndsAt } from '#app/rules/reservation/check-in/key-box.ts'
import { FIXED_VIEWS, type PhotoView } from '#app/rules/reservation/protocol.ts'
import { localOf } from '#app/rules/time/rental-time.ts'

/** The key box with its code: each reading is logged. Throws NOT_FOUND where the company gives no keys without counter. */
export const read = api.company.reservations.keyBox.read.handler(async ({ context }) => {
  const { deps, reservation } = context
  const now = deps.now()
  const shown = await deskKeyBox(deps.db, reservation, now)
  if (!shown) throw errors.NOT_FOUND()
  const [box, own] = await Promise.all([keyBoxOf(deps.db, reservation, now), vehicleBoxOf(deps.db, reservation.ad_id)])
  const of_vehicle = own ? { place: own.place, code: own.code } : null
  if (!box && !own) return { ...shown, written: null, of_vehicle }
  const call = 'GET /desk/reservations/{id}/key_box/'
  await noteReading(context, { subject: 'reservation', key: reservation.id, call, document: 'key box' })
  if (!box) return { ...shown, written: null, of_vehicle }
  const { place, code, ends_at, code_changed_at } = box
  const ends = localOf(ends_at, await zoneOf(deps.db, reservation)).time
  return {
    ...{ ...shown, of_vehicle },
    written: { place, code, ends, code_changed_at: code_changed_at?.toISOString() ?? null },
  }
})

/**
 * Sets place, code and end of a key box, and notifies the customer, without the code, that there is one or that its code is another now.
 * Throws NOT_FOUND where the company gives no keys without counter, STATUS_CONFLICT unless the reservation is confirmed. Whether the
 * vehicle always has this box is for its next reservations: what is written for others stays.
 */
export const save = api.company.reservations.keyBox.save.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const { place, code, ends, vehicle_box } = input
  const { id, start_at, start_date, start_time, ad_id } = reservation
  const now = deps.now()
  await guardKeyBox(tx, reservation, now)
  const before = await keyBoxOf(tx, reservation, now)
  const isOther = before !== undefined && before.code !== code
  const kept = {
    ...{ place, code, start_at, ad_id, saved_at: now, saved_by: person.id },
    ends_at: keyBoxEndsAt(ends, { date: start_date, time: start_time }, await zoneOf(tx, reservation)),
    code_changed_at: isOther ? now : (before?.code_changed_at ?? null),
  }
  await tx
    .insertInto('key_box')
    .values({ reservation_id: id, ...kept })
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(kept))
    .execute()
  if (vehicle_box === 'THIS') await keepVehicleBox(tx, { ad_id, place, code, saved_at: now, saved_by: person.id })
  if (vehicle_box === 'NONE') await removeVehicleBox(tx, ad_id)
  if (!before || isOther) await notify(deps, tx, { kind: before ? 'keyBoxChanged' : 'keyBox', reservation: id })
  return shownOf(tx, reservation, now)
})

/** Takes the key box away: the key is handed over at the counter. Throws NOT_FOUND, STATUS_CONFLICT. */
export const remove = api.company.reservations.keyBox.remove.handler(async ({ context }) => {
  const { deps, tx, reservation } = context
  const now = deps.now()
  await guardKeyBox(tx, reservation, now)
  await tx.deleteFrom('key_box').where('reservation_id', '=', reservation.id).execute()
  return shownOf(tx, reservation, now)
})

/** The key box without its code; null where there cannot be one. */
export async function deskKeyBox(
  db: Kysely<DB>,
  reservation: ReservationRow,
  now: Date,
): Promise<z.infer<typeof DeskKeyBox> | null> {
  if (statusAt(reservation, now) !== 'CONFIRMED' || !(await givesKeyBoxes(db, reservation.company_id))) return null
  const [box, photos] = await Promise.all([keyBoxOf(db, reservation, now), photosOf(db, reservation.id)])
  const fixed: readonly PhotoView[] = FIXED_VIEWS
  const sides = new Set(photos.map(({ view }) => view).filter((view) => fixed.includes(view)))
  return {
    photos: sides.size,
    box: box
      ? { ...(await shownKeyBox(db, { reservation, box }, now)), saved_at: box.saved_at.toISOString(), by: box.by }
      : null,
  }
}

async function shownOf(db: Kysely<DB>, reservation: ReservationRow, now: Date) {
  const shown = await deskKeyBox(db, reservation, now)
  if (!shown) throw errors.NOT_FOUND()
  return shown
}

async function guardKeyBox(db: Kysely<DB>, reservation: ReservationRow, now: Date): Promise<void> {
  if (!(await givesKeyBoxes(db, reservation.company_id))) throw errors.NOT_FOUND()
  const status = statusAt(reservation, now)
  if (status !== 'CONFIRMED') throw errors.STATUS_CONFLICT({ data: { status } })
}
