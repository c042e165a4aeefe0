import { sql } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { showChanges } from '#app/api/company/fleet/own-vehicle.ts'
import { changeState } from '#app/api/company/fleet/state.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { importFleet } from '#app/db/import/import-fleet.ts'
import { writtenColumns } from '#app/db/import/written-columns.ts'
import { IMPORT_ROWS_MAX } from '#app/rules/fleet/pasted-plates.ts'
import { obstaclesOf } from './read.ts'
import { importOf, keepAfter, keepBefore } from './stored.ts'

/** Imports a draft in one transaction. Throws CHANGED_MEANWHILE if it was applied before, or has invalid rows that may not be left out. */
export const apply = api.company.fleet.imports.apply.handler(async ({ input, context }) => {
  const { deps, company } = context
  const { id, skip_invalid } = input
  const { csv } = await importOf(deps.db, { company, id })
  if (csv === null) throw errors.CHANGED_MEANWHILE()
  const now = deps.now()
  const report = await importFleet({
    ...{ db: deps.db, companyId: company, csv: new TextEncoder().encode(csv), picturesFolder: null, now },
    ...{ skipInvalid: skip_invalid, mostRows: IMPORT_ROWS_MAX },
    begin: async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('fleet_import')
        .set({ csv: null, applied_at: now })
        .where('id', '=', id)
        .where('csv', 'is not', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw errors.CHANGED_MEANWHILE()
      await keepBefore(tx, { company, id })
    },
    end: (tx) => keepAfter(tx, { company, id }),
  })
  if (!report.imported) throw errors.CHANGED_MEANWHILE()
  await catalogueOf.again(deps.db)
  showChanges(context)
  const { rows, invalid, created, changed, unchanged } = report
  return { rows, invalid, created, changed, unchanged }
})

/**
 * Takes an import back in one transaction: new vehicles are retired and their references are free again, changed ones get their former
 * facts. Throws CHANGED_MEANWHILE if it isn't applied, or something has come to lie on it (`obstaclesOf`).
 */
export const undo = api.company.fleet.imports.undo.handler(async ({ input: { id }, context }) => {
  const { deps, company, language } = context
  const done = await inTransaction(deps.db, async (tx) => {
    await tx.selectFrom('company').select('id').where('id', '=', company).forNoKeyUpdate().execute()
    const found = await importOf(tx, { company, id })
    if (!found.applied_at || found.undone_at) throw errors.CHANGED_MEANWHILE()
    const vehicles = await tx
      .selectFrom('ad')
      .innerJoin('fleet_import_vehicle as v', 'v.ad_id', 'ad.id')
      .select(['ad.id', 'ad.status', 'v.before'])
      .where('v.import_id', '=', id)
      .orderBy('ad.id')
      .forUpdate('ad')
      .execute()
    const obstacles = await obstaclesOf(tx, { id, since: found.applied_at, language })
    if (obstacles.length > 0) throw errors.CHANGED_MEANWHILE()
    const created = vehicles.filter(({ before }) => before === null)
    for (const vehicle of created) {
      await changeState(tx, vehicle, { to: 'RETIRED', by: 'COMPANY', now: deps.now() })
      await tx.updateTable('ad').set({ reference: null }).where('id', '=', vehicle.id).execute()
    }
    await restore(tx, id)
    await tx.updateTable('fleet_import').set({ undone_at: deps.now() }).where('id', '=', id).execute()
    return { removed: created.length, restored: vehicles.length - created.length }
  })
  await catalogueOf.again(deps.db)
  showChanges(context)
  return done
})

async function restore(tx: Tx, id: number): Promise<void> {
  const columns = sql.join(writtenColumns.names.map((name) => sql.ref(name)))
  const former = sql.join(writtenColumns.names.map((name) => sql.ref(`former.${name}`)))
  await sql`
    update ad set (${columns}) = row (${former})
    from fleet_import_vehicle v, lateral json_populate_record(null::ad, v.before::json) as former
    where v.import_id = ${id} and v.ad_id = ad.id and v.before is not null`.execute(tx)
}
