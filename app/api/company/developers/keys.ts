import { randomInt } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import type { ApiKey, DB } from '#app/db/connection/schema.ts'
import { hintOf, newApiKey } from '#app/rules/access/api-key.ts'
import { API_SCOPES, KEY_OVERLAP_HOURS, MOST_KEYS } from '#app/rules/access/api-scope.ts'
import { tokenHash } from '#app/rules/access/keys.ts'
import { DAY_MS, HOUR_MS } from '#app/rules/time/durations.ts'

/** The keys that were not revoked, the newest first. */
export const list = api.company.developers.keys.list.handler(async ({ context: { deps, company } }) => {
  const rows = await deps.db
    .selectFrom('api_key')
    .selectAll()
    .where('company_id', '=', company)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return { keys: await shownKeys(deps.db, rows, deps.now()), has_test_mode: deps.settings.hasTestMode ?? false }
})

export const read = api.company.developers.keys.read.handler(async ({ context: { deps, apiKey } }) =>
  shownKey(deps.db, apiKey, deps.now()),
)

/**
 * Throws INVALID_FIELDS for a name that another key has, where there are as many keys as there may be, and for a test key of an
 * installation without test mode.
 */
export const create = api.company.developers.keys.create.handler(async ({ input, context }) => {
  const { deps, person, company } = context
  const { name, mode, scopes, days } = input
  if (mode === 'TEST' && !deps.settings.hasTestMode) throw invalidFields({ mode: ['no_test_mode'] })
  const key = newApiKey(randomInt, mode)
  const created_at = deps.now()
  return inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `api keys ${company}`)
    const others = await tx
      .selectFrom('api_key')
      .select('name')
      .where('company_id', '=', company)
      .where('ended_at', 'is', null)
      .execute()
    if (others.length >= MOST_KEYS) throw invalidFields({ name: ['max_keys'] })
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw invalidFields({ name: ['key_name_taken'] })
    const made = await tx
      .insertInto('api_key')
      .values({
        ...{ company_id: company, name, mode, hint: hintOf(key), created_by: person.id, created_at },
        scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
        expires_at: days === undefined ? null : new Date(created_at.getTime() + days * DAY_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await keepSecret(tx, made.id, key)
    return { ...(await shownKey(tx, made, created_at)), key }
  })
})

/** What used the former secret has a day to change to the new one. */
export const rotate = api.company.developers.keys.rotate.handler(async ({ context: { deps, tx, apiKey } }) => {
  const now = deps.now()
  const key = newApiKey(randomInt, apiKey.mode)
  await tx.deleteFrom('api_key_secret').where('key_id', '=', apiKey.id).where('ends_at', '<=', now).execute()
  await tx
    .updateTable('api_key_secret')
    .set({ ends_at: new Date(now.getTime() + KEY_OVERLAP_HOURS * HOUR_MS) })
    .where('key_id', '=', apiKey.id)
    .where('ends_at', 'is', null)
    .execute()
  await keepSecret(tx, apiKey.id, key)
  const rotated = await tx
    .updateTable('api_key')
    .set({ hint: hintOf(key), rotated_at: now })
    .where('id', '=', apiKey.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...(await shownKey(tx, rotated, now)), key }
})

export const revoke = api.company.developers.keys.revoke.handler(async ({ context: { deps, tx, apiKey } }) => {
  await tx.deleteFrom('api_key_secret').where('key_id', '=', apiKey.id).execute()
  await tx.updateTable('api_key').set({ ended_at: deps.now() }).where('id', '=', apiKey.id).execute()
  return { removed: true }
})

async function keepSecret(tx: Tx, key_id: number, key: string): Promise<void> {
  await tx
    .insertInto('api_key_secret')
    .values({ key_id, token_hash: tokenHash(key) })
    .execute()
}

type Row = Selectable<ApiKey>

async function shownKey(db: Kysely<DB>, row: Row, now: Date) {
  const [shown] = await shownKeys(db, [row], now)
  if (!shown) throw new Error('the key was not read')
  return shown
}

async function shownKeys(db: Kysely<DB>, rows: Row[], now: Date) {
  if (rows.length === 0) return []
  const makers = await db
    .selectFrom('account')
    .select(['id', 'fullname'])
    .where('id', 'in', [...new Set(rows.map(({ created_by }) => created_by ?? ''))])
    .execute()
  const former = await db
    .selectFrom('api_key_secret')
    .select(['key_id', 'ends_at'])
    .where(
      'key_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('ends_at', '>', now)
    .orderBy('ends_at')
    .execute()
  return rows.map(({ id, name, hint, mode, scopes, created_by, created_at, expires_at, last_used_at }) => ({
    ...{ id, name, hint, mode },
    scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
    made_by: makers.find((maker) => maker.id === created_by)?.fullname ?? null,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
    former_until: former.findLast(({ key_id }) => key_id === id)?.ends_at?.toISOString() ?? null,
  }))
}
