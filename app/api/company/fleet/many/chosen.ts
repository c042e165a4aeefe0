import { type Kysely, sql } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { matchesVehicle } from '#app/api/company/fleet/offers.ts'
import { hasTag } from '#app/api/company/fleet/tags.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isTaken, TAKING } from '#app/db/prices/free.ts'
import type { Language } from '#app/rules/constants.ts'
import { plateKey } from '#app/rules/fleet/fine.ts'
import { differentPlates } from '#app/rules/fleet/pasted-plates.ts'
import { CHOSEN_MAX, idListOf, idsOf } from '#app/rules/search/id-list.ts'
import { STATE_NUMBERS, stateOfNumber } from '#app/rules/search/vehicle-state.ts'

/** All vehicles of a filter of the fleet's list, at most `CHOSEN_MAX`. */
export const choose = api.company.fleet.many.choose.handler(async ({ input: { q, state, tag }, context }) => {
  const rows = await context.deps.db
    .selectFrom('ad')
    .select('ad.id')
    .where('ad.company_id', '=', context.company)
    .$if(state !== undefined, (query) => query.where('ad.status', '=', STATE_NUMBERS[state ?? 'OFFERED']))
    .$if(q !== undefined, (query) => query.where(matchesVehicle(q ?? '')))
    .$if(tag !== undefined, (query) => query.where(hasTag(tag ?? '')))
    .orderBy('ad.id')
    .limit(CHOSEN_MAX)
    .execute()
  return { ids: idListOf(rows.map(({ id }) => id)) }
})

/** The vehicles that have these plates now, however they are written; one that left the fleet has none. */
export const byPlates = api.company.fleet.many.byPlates.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  const pasted = differentPlates(input.plates)
  const fleet = await deps.db
    .selectFrom('ad')
    .select(['id', 'plate'])
    .where('company_id', '=', company)
    .where('plate', 'is not', null)
    .where('status', '<>', STATE_NUMBERS.RETIRED)
    .orderBy('id')
    .execute()
  const have = new Map<string, number[]>()
  for (const { id, plate } of fleet) {
    const key = plateKey(plate ?? '')
    if (pasted.has(key)) have.set(key, [...(have.get(key) ?? []), id])
  }
  const list = idListOf([...have.values()].flat())
  const ids = idsOf(list) ?? []
  return {
    ids: list,
    found:
      ids.length === 0
        ? []
        : (await chosenVehicles(deps.db, { company, ids, now: deps.now(), language })).map(shownChosen),
    unknown: [...pasted].flatMap(([key, typed]) => (have.has(key) ? [] : [typed])),
  }
})

export interface Choosing {
  company: number
  ids: readonly number[]
  now: Date
  language: Language
}

/** The chosen vehicles by their numbers, with what a change of many needs. Throws NOT_FOUND if one is not the company's. */
export async function chosenVehicles(db: Kysely<DB>, { company, ids, now, language }: Choosing) {
  const rows = await db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .leftJoin(
      (of) =>
        of
          .selectFrom('busy')
          .select(['busy.ad_id', sql<number>`count(distinct busy.reservation_id)::int`.as('bookings')])
          .where('busy.ad_id', 'in', ids)
          .where('busy.kind', '=', 'RESERVATION')
          .where(sql<boolean>`busy.status in ${literalList(TAKING)}`)
          .where('busy.end_at', '>', now)
          .where(sql<boolean>`${isTaken(now, 'busy')}`)
          .groupBy('busy.ad_id')
          .as('taken'),
      (join) => join.onRef('taken.ad_id', '=', 'ad.id'),
    )
    .select(['ad.id', 'ad.plate', 'ad.status', 'ad.p1', 'ad.p3', 'ad.p7', 'ad.p14', 'ad.p30', ...TITLE_COLUMNS])
    .select(sql<number>`coalesce(taken.bookings, 0)`.as('bookings'))
    .where('ad.company_id', '=', company)
    .where('ad.id', 'in', ids)
    .orderBy('ad.id')
    .execute()
  if (rows.length !== ids.length) throw errors.NOT_FOUND()
  return rows.map((row) => ({ ...row, title: titleOf(row, language) }))
}

export type Chosen = Awaited<ReturnType<typeof chosenVehicles>>[number]

/** Locks the company's chosen vehicles until the transaction ends, so that no simultaneous change is lost. */
export async function lockChosen(tx: Tx, { company, ids }: Pick<Choosing, 'company' | 'ids'>): Promise<void> {
  await tx
    .selectFrom('ad')
    .select('id')
    .where('company_id', '=', company)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A vehicle as the contract shows it. */
export function shownChosen({ id, title, plate, status, bookings }: Chosen) {
  return { id, title, plate, state: stateOfNumber(status), bookings }
}
