import type { Kysely } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import type { Tx } from '#app/api/call/context.ts'
import { ownOfCompany } from '#app/api/company/managed-company.ts'
import type { DB } from '#app/db/connection/schema.ts'

/** An endpoint, for owners of its company and operators. Throws NOT_FOUND for everybody else (§6). */
export async function readWebhook(db: Kysely<DB>, id: number, claim: Claim): Promise<Things['webhook']> {
  return ownOfCompany(await webhookRow(db, id).executeTakeFirst(), claim)
}

/** The same; nobody else changes it meanwhile. */
export async function lockWebhook(tx: Tx, id: number, claim: Claim): Promise<Things['webhook']> {
  return ownOfCompany(await webhookRow(tx, id).forUpdate().executeTakeFirst(), claim)
}

/** A delivery of theirs. Throws NOT_FOUND as above. */
export async function readDelivery(db: Kysely<DB>, id: string, claim: Claim): Promise<Things['webhookDelivery']> {
  const found = await db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select(['webhook_delivery.id', 'webhook_delivery.webhook_id', 'webhook.company_id', 'webhook.url'])
    .where('webhook_delivery.id', '=', id)
    .executeTakeFirst()
  return ownOfCompany(found, claim)
}

function webhookRow(db: Kysely<DB>, id: number) {
  return db.selectFrom('webhook').selectAll().where('id', '=', id)
}
