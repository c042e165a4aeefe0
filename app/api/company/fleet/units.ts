import { type Kysely, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '#app/api/call/context.ts'
import { spreadGap } from '#app/api/company/settings/spread-gap.ts'
import type { VehicleFacts } from '#app/contract/company/fleet/shapes.ts'
import type { Ad, DB } from '#app/db/connection/schema.ts'
import { nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { MOVABLE } from '#app/rules/reservation/reservation-status.ts'
import { STATE_NUMBERS, stateOfNumber } from '#app/rules/search/vehicle-state.ts'
import { columnsOf } from './facts.ts'

type Row = Selectable<Ad>
type Facts = Partial<z.infer<typeof VehicleFacts>>

/** Columns whose names differ from those of the facts. */
const COLUMNS: Partial<Record<keyof Facts, keyof Row>> = {
  model: 'model_id',
  trim: 'trim_id',
  type: 'type_id',
  city: 'city_id',
  trust_type: 'trust',
}
/** Each unit has its own. */
const OWN: readonly string[] = ['plate', 'reference']
/** Fields that belong together. */
const TOGETHER: readonly (keyof Facts)[][] = [
  ['model', 'trim'],
  ['trust_type', 'guarantee_amount'],
]

/** The number of vehicles in its group, including itself, that have not left the fleet; for an `ad` in the query. */
export const unitCount = sql<number>`(
  (select count(*) from ad u where u.alike = coalesce(ad.alike, ad.id) and u.status <> ${STATE_NUMBERS.RETIRED})
  + (select count(*) from ad u where u.id = coalesce(ad.alike, ad.id) and u.status <> ${STATE_NUMBERS.RETIRED}))`

/** Its copies and the vehicle that it is a copy of, including itself, with their present and next reservations. */
export async function unitsOf(db: Kysely<DB>, { first, now }: { first: number; now: Date }) {
  const rows = await db
    .selectFrom('ad')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('reservation as r')
          .select(['r.id as next_id', 'r.fullname', 'r.status as next_status', 'r.start_at'])
          .whereRef('r.ad_id', '=', 'ad.id')
          .where('r.status', 'in', MOVABLE)
          .where('r.end_at', '>', now)
          .orderBy('r.start_at')
          .limit(1)
          .as('next'),
      (join) => join.onTrue(),
    )
    .select(['ad.id', 'ad.plate', 'ad.status', 'next.next_id', 'next.fullname', 'next.next_status', 'next.start_at'])
    .select(sql<boolean>`exists (select from reservation r where r.ad_id = ad.id and r.status = 'ACTIVE')`.as('is_out'))
    .where((where) => where.or([where('ad.id', '=', first), where('ad.alike', '=', first)]))
    .orderBy('ad.id')
    .execute()
  return rows.map(({ id, plate, status, is_out, next_id, fullname, next_status, start_at }) => ({
    ...{ id, plate, is_out, state: stateOfNumber(status) },
    next:
      next_id && fullname && next_status && start_at
        ? { id: next_id, fullname: nameForCompany({ fullname, status: next_status }), start_at: start_at.toISOString() }
        : null,
  }))
}

/** The other vehicles of a group that have not left the fleet, locked until the transaction ends. */
export function lockOthers(tx: Tx, { id, alike }: Pick<Row, 'id' | 'alike'>): Promise<Row[]> {
  const first = alike ?? id
  return tx
    .selectFrom('ad')
    .selectAll()
    .where((where) => where.or([where('id', '=', first), where('alike', '=', first)]))
    .where('id', '<>', id)
    .where('status', '<>', STATE_NUMBERS.RETIRED)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Applies a vehicle's changes to the others of its group; everything else of theirs stays. Throws INVALID_FIELDS. */
export async function changeOthers(tx: Tx, { facts, before, now }: { facts: Facts; before: Row; now: Date }) {
  const changed = changedFacts(facts, before)
  if (Object.keys(changed).length === 0) return
  for (const unit of await lockOthers(tx, before)) {
    const columns = await columnsOf(tx, changed, { company: unit.company_id, before: unit, now })
    await tx.updateTable('ad').set(columns).where('id', '=', unit.id).execute()
    if (changed.gap_minutes !== undefined) await spreadGap(tx, { ads: [unit.id] })
  }
}

function changedFacts(facts: Facts, before: Row): Facts {
  const names = (Object.keys(facts) as (keyof Facts)[]).filter((name) => !OWN.includes(name))
  const isChanged = (name: keyof Facts) => facts[name] !== undefined && !isSame(name, facts[name], before)
  const changed = new Set(names.filter(isChanged))
  for (const group of TOGETHER) if (group.some((name) => changed.has(name))) for (const name of group) changed.add(name)
  return Object.fromEntries(names.filter((name) => changed.has(name)).map((name) => [name, facts[name]]))
}

function isSame(name: keyof Facts, value: unknown, before: Row): boolean {
  if (name === 'about') {
    const said = (before.about ?? {}) as Record<string, string | undefined>
    return Object.entries(value as Record<string, string>).every(([language, text]) => (said[language] ?? '') === text)
  }
  const stored = before[COLUMNS[name] ?? (name as keyof Row)]
  return Array.isArray(value) && Array.isArray(stored)
    ? [...value].sort().join() === [...stored].sort().join()
    : value === stored
}
