import type { Kysely } from 'kysely'
import { remember } from '#app/db/connection/remember.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { LatLng } from '#app/rules/map/mercator.ts'
import { kilometresBetween } from '#app/rules/map/mercator.ts'

/** A city further away than this has nothing for a traveller at the location. Source: *ours*. */
const FURTHEST_KM = 60
const KEEP_SECONDS = 60

const citiesOf = remember(KEEP_SECONDS, (db) => db.selectFrom('city').select(['id', 'latitude', 'longitude']).execute())

/** The id of the city whose centre is nearest to a location; undefined if none is within 60 km in a straight line. */
export async function nearestCity(db: Kysely<DB>, at: LatLng): Promise<string | undefined> {
  const near = (await citiesOf(db))
    .map(({ id, latitude, longitude }) => ({ id, km: kilometresBetween(at, { lat: latitude, lng: longitude }) }))
    .filter(({ km }) => km <= FURTHEST_KM)
    .sort((one, other) => one.km - other.km)
  return near[0] && String(near[0].id)
}
