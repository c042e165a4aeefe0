import { type Kysely, sql } from 'kysely'
import { api, type Tx } from '#app/api/context.ts'
import { inTransaction } from '#app/api/transaction.ts'
import { giveReason } from '#app/db/actor.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import type { DB } from '#app/db/schema.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'

export const readConfig = api.operator.readConfig.handler(({ context: { deps } }) => configIn(deps.db))

/** Changes what was sent and answers with all of it. A new rate holds for new prices; reservations keep theirs. */
export const config = api.operator.config.handler(async ({ input, context: { deps } }) => {
  const { euro_rate, approval_irt, approval_eur, reason } = input
  const limits = {
    ...(approval_irt !== undefined && { approval_irt }),
    ...(approval_eur !== undefined && { approval_eur }),
  }
  await inTransaction(deps.db, async (tx) => {
    if (reason) await giveReason(tx, reason)
    if (Object.keys(limits).length > 0) await tx.updateTable('site_config').set(limits).execute()
    if (euro_rate !== undefined) await setEuroRate(tx, euro_rate, deps.now())
  })
  if (euro_rate !== undefined) {
    await catalogueOf.again(deps.db)
    deps.publish({ kind: 'pages' })
  }
  return configIn(deps.db)
})

async function configIn(db: Kysely<DB>) {
  const limits = await db.selectFrom('site_config').select(['approval_irt', 'approval_eur']).executeTakeFirstOrThrow()
  const euro = await db
    .selectFrom('currency')
    .select(['irt_per_unit', 'rate_set_at'])
    .where('id', '=', CURRENCY_IDS.EUR)
    .executeTakeFirstOrThrow()
  return { ...limits, euro_rate: euro.irt_per_unit, euro_rate_set_at: euro.rate_set_at.toISOString() }
}

/** The rate, and with it the columns by which listings in euro are sorted (`db/sort-prices.ts`). */
async function setEuroRate(tx: Tx, rate: number, at: Date) {
  const changed = await tx
    .updateTable('currency')
    .set({ irt_per_unit: rate, rate_set_at: at })
    .where('id', '=', CURRENCY_IDS.EUR)
    .where('irt_per_unit', '<>', rate)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  // One entry in the audit log says it all: not one for each of a fleet's vehicles.
  await sql`select set_config('savari.actor', '', true)`.execute(tx)
  await sql`update ad set
      s1 = round(p1 * ${rate}::numeric / 100), s3 = round(p3 * ${rate}::numeric / 100),
      s7 = round(p7 * ${rate}::numeric / 100), s14 = round(p14 * ${rate}::numeric / 100),
      s30 = round(p30 * ${rate}::numeric / 100)
    from company where company.id = ad.company_id and company.currency_id = ${CURRENCY_IDS.EUR}`.execute(tx)
}
