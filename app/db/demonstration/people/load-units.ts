import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

const COMPANY = 12
const PLATES = ['61204 کیش', '61205 کیش']

/** Loads two more copies of a car of the demonstration's agency, paused like new arrivals, so that no search finds them yet. */
export async function loadUnits(tx: Kysely<DB>, now: Date): Promise<void> {
  const pattern = await tx
    .selectFrom('ad')
    .selectAll()
    .where('company_id', '=', COMPANY)
    .where('status', '=', STATE_NUMBERS.OFFERED)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!pattern) return
  const {
    id,
    picture: _picture,
    unit_group: _group,
    updated_at: _updated,
    photo: _photo,
    reference: _reference,
    ...columns
  } = pattern
  await tx
    .insertInto('ad')
    .values(
      PLATES.map((plate) => ({
        ...columns,
        about: columns.about && JSON.stringify(columns.about),
        ...{ plate, alike: id, pinned: false, pinned_place: null, rating_sum: 0, rating_count: 0 },
        ...{ status: STATE_NUMBERS.PAUSED, created_at: now },
      })),
    )
    .execute()
}
