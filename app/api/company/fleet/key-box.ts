import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import {
  givesKeyBoxes,
  keepVehicleBox,
  removeVehicleBox,
  vehicleBoxOf,
} from '#app/api/company/check-in/vehicle-key-box.ts'
import type { DB } from '#app/db/connection/schema.ts'

/** The key box that a vehicle always has: each reading is logged. Throws NOT_FOUND where the company gives no keys without counter. */
export const read = api.company.fleet.keyBox.read.handler(async ({ context }) => {
  const { deps, vehicle } = context
  await guard(deps.db, vehicle)
  const shown = await shownBox(deps.db, vehicle.id)
  const call = 'GET /business/rent/vehicles/{id}/key_box/'
  if (shown.box) await noteReading(context, { subject: 'ad', key: String(vehicle.id), call, document: 'key box' })
  return shown
})

/** Sets it for the vehicle's next reservations: what is written for others stays. Throws NOT_FOUND. */
export const save = api.company.fleet.keyBox.save.handler(async ({ input, context }) => {
  const { deps, tx, person, vehicle } = context
  const { id, place, code } = input
  await guard(tx, vehicle)
  await keepVehicleBox(tx, { ad_id: id, place, code, saved_at: deps.now(), saved_by: person.id })
  return shownBox(tx, id)
})

/** Takes it away from the vehicle's next reservations: what is written for others stays. Throws NOT_FOUND. */
export const remove = api.company.fleet.keyBox.remove.handler(async ({ context: { tx, vehicle } }) => {
  await guard(tx, vehicle)
  await removeVehicleBox(tx, vehicle.id)
  return shownBox(tx, vehicle.id)
})

async function guard(db: Kysely<DB>, { company_id }: { company_id: number }): Promise<void> {
  if (!(await givesKeyBoxes(db, company_id))) throw errors.NOT_FOUND()
}

async function shownBox(db: Kysely<DB>, ad: number) {
  const box = await vehicleBoxOf(db, ad)
  return { box: box ? { ...box, saved_at: box.saved_at.toISOString() } : null }
}
