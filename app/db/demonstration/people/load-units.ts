import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

/**
 * The first two digits of the plates of copies of a company's first car. Those of the demonstration's agency are paused like new arrivals, so
 * that no search finds them yet.
 */
const COPIES = [
  { company: 12, plates: ['63', '64'], state: 'PAUSED' },
  { company: 3, plates: ['52', '53'], state: 'OFFERED' },
  { company: 7, plates: ['41', '42', '43', '44'], state: 'OFFERED' },
] as const

/** Loads copies of a few cars: units of one group. */
export async function loadUnits(tx: Kysely<DB>, now: Date): Promise<void> {
  for (const copies of COPIES) await loadCopies(tx, copies, now)
}

async function loadCopies(tx: Kysely<DB>, { company, plates, state }: (typeof COPIES)[number], now: Date) {
  const pattern = await tx
    .selectFrom('ad')
    .selectAll()
    .where('company_id', '=', company)
    .where('status', '=', STATE_NUMBERS.OFFERED)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!pattern) return
  const { id, picture: _picture, unit_group: _group, updated_at: _updated, photo: _photo, ...columns } = pattern
  await tx
    .insertInto('ad')
    .values(
      plates.map((digits) => ({
        ...columns,
        about: columns.about && JSON.stringify(columns.about),
        ...{
          plate: columns.plate?.replace(/^../, digits) ?? null,
          reference: null,
          alike: id,
          pinned: false,
          pinned_place: null,
          rating_sum: 0,
          rating_count: 0,
        },
        ...{ status: STATE_NUMBERS[state], created_at: now },
      })),
    )
    .execute()
}
