import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { givesKeyBoxes, vehicleBoxOf } from '#app/api/company/check-in/vehicle-key-box.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { comingOf, ownVehicle, photosOf, shownVehicle, vehicleRows } from './own-vehicle.ts'
import { unitsOf } from './units.ts'

/** The company's vehicles by their numbers; an operator who names no company gets all. */
export const list = api.company.fleet.list.handler(async ({ input, context: { deps, language, companyFilter } }) => {
  const { page, size, state } = input
  const found = vehicleRows(deps.db)
    .$if(companyFilter !== null, (query) => query.where('ad.company_id', '=', companyFilter ?? 0))
    .$if(state !== undefined, (query) => query.where('ad.status', '=', STATE_NUMBERS[state ?? 'OFFERED']))
  const { count, rows } = await pageRows(found.orderBy('ad.id'), { page, size })
  return { count, results: rows.map((row) => shownVehicle(row, language)) }
})

/** One vehicle with its photos, its future reservations and its copies. */
export const read = api.company.fleet.read.handler(async ({ context: { deps, language, vehicle } }) => {
  const { db } = deps
  const { id } = vehicle
  const [shown, photos, coming, alike, keyBox] = await Promise.all([
    ownVehicle(db, id, language),
    photosOf(db, id),
    comingOf(db, { ad: id, now: deps.now() }),
    unitsOf(db, { first: vehicle.alike ?? id, now: deps.now() }),
    hasKeyBox(db, vehicle),
  ])
  return { ...shown, photos, coming, alike, has_key_box: keyBox }
})

async function hasKeyBox(db: Kysely<DB>, { id, company_id }: { id: number; company_id: number }) {
  if (!(await givesKeyBoxes(db, company_id))) return null
  return (await vehicleBoxOf(db, id)) !== undefined
}
