import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { decryptBytes, encryptBytes, NONCE_BYTES } from '#app/rules/access/encryption.ts'
import { keyFor } from '#app/rules/access/keys.ts'
import { SECRET_BYTES, webhookSecret } from '#app/rules/access/webhook.ts'

/** Gives an endpoint a new secret, and returns it as receivers get it. */
export async function addSecret({ settings }: Pick<Deps, 'settings'>, tx: Tx, webhook_id: number): Promise<string> {
  const bytes = randomBytes(SECRET_BYTES)
  const secret = encryptBytes(bytes, { key: keyFor(settings.secret, 'webhook'), nonce: randomBytes(NONCE_BYTES) })
  await tx.insertInto('webhook_secret').values({ webhook_id, secret }).execute()
  return webhookSecret(bytes)
}

/** The secrets that sign now, the newest first. Throws an Error if the settings' secret is not the one that encrypted them. */
export async function secretsOf(
  { db, settings, now }: Pick<Deps, 'db' | 'settings' | 'now'>,
  webhook: number,
): Promise<string[]> {
  const rows = await liveSecrets(db, now()).select('secret').where('webhook_id', '=', webhook).execute()
  return rows.map(({ secret }) => {
    const bytes = decryptBytes(secret, keyFor(settings.secret, 'webhook'))
    if (!bytes) throw new Error('The secret of a webhook cannot be read with this SESSION_SECRET.')
    return webhookSecret(bytes)
  })
}

/** A query for the secrets that have not ended, the newest first. */
export function liveSecrets(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('webhook_secret')
    .where((of) => of.or([of('ends_at', 'is', null), of('ends_at', '>', now)]))
    .orderBy('webhook_secret.id', 'desc')
}
