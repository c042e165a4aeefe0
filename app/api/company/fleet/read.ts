import { api } from '#app/api/call/context.ts'
import { guardStaff } from '#app/api/company/managed-company.ts'
import { rowCount } from '#app/db/connection/row-count.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { comingOf, ownVehicle, photosOf, shownVehicle, vehicleRows } from './own-vehicle.ts'
import { unitsOf } from './units.ts'

/** The company's vehicles by their numbers; an operator who names no company gets all. */
export const list = api.company.fleet.list.handler(async ({ input, context: { deps, language, companyFilter } }) => {
  const { page, size, state } = input
  const found = vehicleRows(deps.db)
    .$if(companyFilter !== null, (query) => query.where('ad.company_id', '=', companyFilter ?? 0))
    .$if(state !== undefined, (query) => query.where('ad.status', '=', STATE_NUMBERS[state ?? 'OFFERED']))
  const count = await rowCount(found)
  const rows = await found
    .orderBy('ad.id')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  return { count, results: rows.map((row) => shownVehicle(row, language)) }
})

/** Throws NOT_FOUND for another company's. */
export const read = api.company.fleet.read.handler(async ({ input: { id }, context: { deps, language, person } }) => {
  const { db } = deps
  const own = await db.selectFrom('ad').select(['company_id', 'alike']).where('id', '=', id).executeTakeFirst()
  guardStaff(person, own?.company_id ?? 0)
  const first = own?.alike ?? id
  const [vehicle, photos, coming, alike] = await Promise.all([
    ownVehicle(db, id, language),
    photosOf(db, id),
    comingOf(db, { ad: id, now: deps.now() }),
    unitsOf(db, { first, now: deps.now() }),
  ])
  return { ...vehicle, photos, coming, alike }
})
