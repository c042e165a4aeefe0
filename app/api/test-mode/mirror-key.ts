import { sql } from 'kysely'
import type { KnownKey } from '#app/api/call/admission/api-key.ts'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { loadTestCompany } from '#app/db/test-mode/load.ts'
import { tokenHash } from '#app/rules/access/keys.ts'

/** Keys that a process remembers to have copied. Source: *ours*. */
const MOST_REMEMBERED = 1000

/**
 * Copies a key into test mode's database, where its calls are admitted and its writes are logged like those of any key, together
 * with its test company. Once for each process and state of a key.
 */
export function createKeyMirror() {
  const copied = new Map<string, string>()
  return async ({ db, now }: Deps, key: KnownKey, token: string): Promise<void> => {
    const hash = tokenHash(token)
    const state = `${key.scopes.join(' ')} ${key.name} ${key.expires_at?.getTime()}`
    if (copied.get(hash) === state) return
    const { id, company_id, name, hint, scopes, expires_at } = key
    const owner = await loadTestCompany(db, company_id, now())
    await inTransaction(db, async (tx) => {
      // Another key of this name has ended where keys are made.
      await tx
        .updateTable('api_key')
        .set({ ended_at: now() })
        .where('company_id', '=', company_id)
        .where(sql`lower(name)`, '=', name.toLowerCase())
        .where('id', '!=', id)
        .execute()
      const row = {
        company_id,
        name,
        hint,
        scopes,
        expires_at,
        created_by: owner,
        mode: 'TEST' as const,
        ended_at: null,
      }
      await tx
        .insertInto('api_key')
        .values({ id, ...row, created_at: now() })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
      await tx
        .insertInto('api_key_secret')
        .values({ token_hash: hash, key_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
    copied.set(hash, state)
    const [oldest] = copied.keys()
    if (copied.size > MOST_REMEMBERED && oldest !== undefined) copied.delete(oldest)
  }
}
