import { type Kysely, sql } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { plainPlate } from '#app/api/company/fleet/facts.ts'
import { currencyOf } from '#app/api/company/prices/day-prices.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { IMPORT_STATES } from '#app/contract/company/fleet/imports.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { FieldError } from '#app/db/import/import-error.ts'
import { importFleet } from '#app/db/import/import-fleet.ts'
import { writtenColumns } from '#app/db/import/written-columns.ts'
import type { Language } from '#app/rules/constants.ts'
import { IMPORT_ROWS_MAX } from '#app/rules/fleet/pasted-plates.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { importOf, keepAfter, keepBefore } from './stored.ts'

const SHOWN = 100

export const list = api.company.fleet.imports.list.handler(async ({ input: { page, size }, context }) => {
  const all = context.deps.db.selectFrom('fleet_import').where('company_id', '=', context.company)
  const { count, rows } = await pageRows(
    all
      .select(['id', 'name', 'created_at', 'applied_at', 'undone_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
    { page, size },
  )
  return { count, results: rows.map(shown) }
})

/** Keeps a file; drafts of the company that are older than a day are forgotten. */
export const upload = api.company.fleet.imports.upload.handler(async ({ input: { name, csv }, context }) => {
  const { deps, company, person } = context
  const now = deps.now()
  await deps.db
    .deleteFrom('fleet_import')
    .where('company_id', '=', company)
    .where('csv', 'is not', null)
    .where('created_at', '<', new Date(now.getTime() - DAY_MS))
    .execute()
  const { id } = await deps.db
    .insertInto('fleet_import')
    .values({ company_id: company, account_id: person.id, name, csv, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: Number(id) }
})

/** A draft is imported and rolled back again, so that its preview is what an import does. */
export const read = api.company.fleet.imports.read.handler(async ({ input: { id }, context }) => {
  const { deps, company, language } = context
  const { db } = deps
  const [found, currency] = await Promise.all([importOf(db, { company, id }), currencyOf(db, company)])
  const head = { ...shown(found), currency }
  if (found.csv === null) {
    const [changes, obstacles] = await Promise.all([
      changesOf(db, id, language),
      found.undone_at ? [] : obstaclesOf(db, { id, since: found.applied_at ?? deps.now(), language }),
    ])
    return { ...head, preview: null, ...changes, obstacles }
  }
  let changes: Awaited<ReturnType<typeof changesOf>> = { vehicles: [], vehicle_count: 0 }
  const report = await importFleet({
    ...{ db, companyId: company, csv: new TextEncoder().encode(found.csv), picturesFolder: null, now: deps.now() },
    ...{ skipInvalid: true, isRehearsal: true, mostRows: IMPORT_ROWS_MAX },
    begin: (tx) => keepBefore(tx, { company, id }),
    end: async (tx) => {
      await keepAfter(tx, { company, id })
      changes = await changesOf(tx, id, language)
    },
  })
  const { rows, invalid, created, changed, unchanged, newNames, fieldErrors } = report
  return {
    ...head,
    preview: {
      ...{ rows, invalid, created, changed, unchanged, new_names: newNames.slice(0, SHOWN) },
      error_count: fieldErrors.length,
      errors: fieldErrors.slice(0, SHOWN).map(shownError),
    },
    ...changes,
    obstacles: [],
  }
})

type Row = Pick<Awaited<ReturnType<typeof importOf>>, 'id' | 'name' | 'created_at' | 'applied_at' | 'undone_at'>

function shown({ id, name, created_at, applied_at, undone_at }: Row) {
  const state: (typeof IMPORT_STATES)[number] = undone_at ? 'UNDONE' : applied_at ? 'APPLIED' : 'DRAFT'
  return {
    ...{ id: Number(id), name, state, created_at: created_at.toISOString() },
    applied_at: applied_at?.toISOString() ?? null,
  }
}

function shownError({ line, column, number: _, kind, ...rest }: FieldError) {
  const values = Object.entries(rest).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [[name, value.join('، ')] as const]
    return value === undefined ? [] : [[name, value as string | number] as const]
  })
  return { line, column: column ?? null, kind, values: { value: '', similar: '', ...Object.fromEntries(values) } }
}

async function changesOf(db: Kysely<DB> | Tx, id: number, language: Language) {
  const rows = await db
    .selectFrom('fleet_import_vehicle as v')
    .innerJoin('ad', 'ad.id', 'v.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['v.before', 'v.after', ...TITLE_COLUMNS])
    .where('v.import_id', '=', id)
    .orderBy(sql`v.before is not null`)
    .orderBy('ad.id')
    .execute()
  const vehicles = rows.slice(0, SHOWN).map(({ before, after, ...row }) => ({
    title: titleOf(row, language),
    reference: String(after.reference ?? ''),
    plate: (after.plate as string | null) ?? null,
    before: before && Number(before.p1),
    after: Number(after.p1),
    facts: before ? Object.keys(after).filter((name) => !isSame(before[name], after[name])).length : 0,
  }))
  return { vehicles, vehicle_count: rows.length }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Undone = { id: number; since: Date; language: Language }

/** The imported vehicles that were booked since, are no longer as the import left them, or whose former plate another one has now. */
export async function obstaclesOf(db: Kysely<DB> | Tx, undone: Undone) {
  const moved = await movedOn(db, undone)
  return moved.length > 0 ? moved : takenPlates(db, undone)
}

async function movedOn(db: Kysely<DB> | Tx, { id, since, language }: Undone) {
  const rows = await db
    .selectFrom('fleet_import_vehicle as v')
    .innerJoin('ad', 'ad.id', 'v.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['ad.plate', 'ad.reference', ...TITLE_COLUMNS])
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('reservation as r')
            .select('r.id')
            .whereRef('r.ad_id', '=', 'ad.id')
            .where('r.created_at', '>=', since)
            .where('r.status', '<>', 'EXPIRED'),
        )
        .as('is_booked'),
    )
    .where('v.import_id', '=', id)
    .where((where) =>
      where.or([
        where(sql`${writtenColumns('ad')}`, '<>', sql`v.after`),
        where.exists(
          where
            .selectFrom('reservation as r')
            .select('r.id')
            .whereRef('r.ad_id', '=', 'ad.id')
            .where('r.created_at', '>=', since)
            .where('r.status', '<>', 'EXPIRED'),
        ),
      ]),
    )
    .orderBy('ad.id')
    .limit(SHOWN)
    .execute()
  return rows.map(({ plate, reference, is_booked, ...row }) => ({
    ...{ title: titleOf(row, language), plate, reference },
    why: is_booked ? ('BOOKED' as const) : ('CHANGED' as const),
  }))
}

/** Vehicles that would get a plate back that was given to another one meanwhile. */
async function takenPlates(db: Kysely<DB> | Tx, { id, language }: Undone) {
  const rows = await db
    .selectFrom('fleet_import_vehicle as v')
    .innerJoin('ad', 'ad.id', 'v.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['ad.company_id', 'ad.reference', sql<string>`v.before ->> 'plate'`.as('former'), ...TITLE_COLUMNS])
    .where('v.import_id', '=', id)
    .where(sql<boolean>`v.before ->> 'plate' is distinct from v.after ->> 'plate' and v.before ->> 'plate' is not null`)
    .orderBy('ad.id')
    .execute()
  const [first] = rows
  if (!first) return []
  const others = await db
    .selectFrom('ad')
    .select('plate')
    .where('company_id', '=', first.company_id)
    .where('plate', 'is not', null)
    .where('status', '<>', STATE_NUMBERS.RETIRED)
    .where('id', 'not in', (of) => of.selectFrom('fleet_import_vehicle').select('ad_id').where('import_id', '=', id))
    .execute()
  const taken = new Set(others.map(({ plate }) => plainPlate(plate ?? '')))
  return rows
    .filter(({ former }) => taken.has(plainPlate(former)))
    .slice(0, SHOWN)
    .map(({ former: plate, reference, ...row }) => ({
      ...{ title: titleOf(row, language), plate, reference },
      why: 'PLATE' as const,
    }))
}
