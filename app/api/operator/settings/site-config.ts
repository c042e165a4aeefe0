import type { Kysely } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'

/** The operators' settings for the whole marketplace, and whether a change waits for a second operator. */
export async function configIn(db: Kysely<DB>) {
  const limits = await db.selectFrom('site_config').select(['approval_irt', 'approval_eur']).executeTakeFirstOrThrow()
  const euro = await db
    .selectFrom('currency')
    .select(['irt_per_unit', 'rate_set_at'])
    .where('id', '=', CURRENCY_IDS.EUR)
    .executeTakeFirstOrThrow()
  const waiting = await db
    .selectFrom('approval_request')
    .select('id')
    .where('kind', '=', 'CONFIG')
    .where('status', '=', 'WAITING')
    .executeTakeFirst()
  return {
    ...limits,
    euro_rate: euro.irt_per_unit,
    euro_rate_set_at: euro.rate_set_at.toISOString(),
    waits: waiting !== undefined,
  }
}

type Settings = {
  euro_rate?: number | undefined
  approval_irt?: number | undefined
  approval_eur?: number | undefined
}

/** Changes the given settings. A new rate applies to new prices; reservations keep theirs. */
export async function setConfig(tx: Tx, { euro_rate, approval_irt, approval_eur }: Settings, at: Date): Promise<void> {
  const limits = {
    ...(approval_irt !== undefined && { approval_irt }),
    ...(approval_eur !== undefined && { approval_eur }),
  }
  if (Object.keys(limits).length > 0) await tx.updateTable('site_config').set(limits).execute()
  if (euro_rate === undefined) return
  // The same rate again is one that was looked up again.
  await tx
    .updateTable('currency')
    .set({ irt_per_unit: euro_rate, rate_set_at: at })
    .where('id', '=', CURRENCY_IDS.EUR)
    .execute()
}
