import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { hintOf } from '#app/rules/access/api-key.ts'
import { API_SCOPES } from '#app/rules/access/api-scope.ts'
import { DEMONSTRATION_TEST_KEY } from '#app/rules/access/demonstration-key.ts'
import { tokenHash } from '#app/rules/access/keys.ts'

const COMPANY = 12

/** Loads the key for test mode that the README names, with all scopes. */
export async function loadTestKey(tx: Kysely<DB>, now: Date): Promise<void> {
  const { id } = await tx
    .insertInto('api_key')
    .values({
      ...{ company_id: COMPANY, name: 'Demonstration', mode: 'TEST', hint: hintOf(DEMONSTRATION_TEST_KEY) },
      ...{ scopes: [...API_SCOPES], created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('api_key_secret')
    .values({ token_hash: tokenHash(DEMONSTRATION_TEST_KEY), key_id: id })
    .execute()
}
