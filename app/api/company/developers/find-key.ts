import type { Kysely, Selectable } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import type { Tx } from '#app/api/call/context.ts'
import { ownOfCompany } from '#app/api/company/managed-company.ts'
import type { ApiKey, DB } from '#app/db/connection/schema.ts'

/** A key that was not revoked, for owners of its company and operators. Throws NOT_FOUND for everybody else (§6). */
export async function readKey(db: Kysely<DB>, id: number, claim: Claim): Promise<Things['apiKey']> {
  return ownOfCompany(await keyRow(db, id).executeTakeFirst(), claim)
}

/** The same; waits for the writes of its running requests, and holds further ones up (`0830-api-keys.ts`). */
export async function lockKey(tx: Tx, id: number, claim: Claim): Promise<Selectable<ApiKey>> {
  return ownOfCompany(await keyRow(tx, id).forUpdate().executeTakeFirst(), claim)
}

function keyRow(db: Kysely<DB>, id: number) {
  return db.selectFrom('api_key').selectAll().where('id', '=', id).where('ended_at', 'is', null)
}
