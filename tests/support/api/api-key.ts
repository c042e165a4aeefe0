import { randomInt } from 'node:crypto'
import { hintOf, type KeyMode, newApiKey } from '#app/rules/access/api-key.ts'
import { API_SCOPES, type ApiScope } from '#app/rules/access/api-scope.ts'
import { DEMONSTRATION_TEST_KEY } from '#app/rules/access/demonstration-key.ts'
import { tokenHash } from '#app/rules/access/keys.ts'
import type { TestApi } from './api.ts'

/** A key of a company, by default with all scopes, named `key ID`. */
export async function storeKey(
  { deps }: Pick<TestApi, 'deps'>,
  { company, scopes = API_SCOPES, mode = 'LIVE' }: { company: number; scopes?: readonly ApiScope[]; mode?: KeyMode },
): Promise<{ id: number; key: string }> {
  const key = newApiKey(randomInt, mode)
  const row = { company_id: company, mode, hint: hintOf(key), scopes: [...scopes], created_at: deps.now() }
  const { id } = await deps.db
    .insertInto('api_key')
    .values({ ...row, name: key.slice(-30) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deps.db
    .updateTable('api_key')
    .set({ name: `key ${id}` })
    .where('id', '=', id)
    .execute()
  await deps.db
    .insertInto('api_key_secret')
    .values({ key_id: id, token_hash: tokenHash(key) })
    .execute()
  return { id, key }
}

/** The demonstration's key for test mode, which the guides use, of a company. */
export async function storeTestKey(site: Pick<TestApi, 'deps'>, { company }: { company: number }): Promise<void> {
  const { id } = await storeKey(site, { company, mode: 'TEST' })
  await site.deps.db
    .updateTable('api_key_secret')
    .set({ token_hash: tokenHash(DEMONSTRATION_TEST_KEY) })
    .where('key_id', '=', id)
    .execute()
}
