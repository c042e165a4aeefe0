import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { accountOfPhone } from '#app/api/account/own-data/holdings.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import type { Account } from '#app/db/connection/schema.ts'
import { pathIn } from '#app/i18n/language.ts'
import { tokenHash } from '#app/rules/access/keys.ts'
import { DIRECT_LOGIN_MINUTES } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { phoneOf } from './destination.ts'

/**
 * A link that signs its person in once, for an operator to send. Throws NOT_FOUND without an account, and
 * INVALID_FIELDS for staff and operators: nobody can get their rights by a link (decisions.md, "Decided after the
 * second look").
 */
export const issueDirectLogin = api.account.issueDirectLogin.handler(async ({ input, context }) => {
  const { deps, language } = context
  const phone = phoneOf(input, language)
  const account = await deps.db
    .selectFrom('account')
    .select(['id', 'language', 'role'])
    .where('id', '=', (await accountOfPhone(deps.db, phone)) ?? '')
    .executeTakeFirst()
  if (!account) throw errors.NOT_FOUND()
  if (account.role !== 'CLIENT') throw invalidFields({ phone: ['direct_login_staff'] })
  const { token, expires } = await inTransaction(deps.db, async (tx) => {
    if (input.reason) await giveReason(tx, input.reason)
    return makeDirectLogin(deps, tx, account.id)
  })
  const path = pathIn(account.language, '/login')
  return { url: `${deps.settings.origin}${path}?token=${token}`, expires_at: expires.toISOString() }
})

/**
 * A new single-use token for `/login?token=…`, valid for 15 minutes. The caller decides who may have it (decisions.md).
 */
async function makeDirectLogin(deps: Deps, tx: Tx, account: string): Promise<{ token: string; expires: Date }> {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(deps.now().getTime() + DIRECT_LOGIN_MINUTES * MINUTE_MS)
  await tx
    .insertInto('direct_login')
    .values({ token_hash: tokenHash(token), account_id: account, expires_at: expires })
    .execute()
  return { token, expires }
}

/**
 * The account that a link's token signs in, once; null if the token was used, has expired or is unknown, or the person
 * is staff now.
 */
export async function useDirectLogin(deps: Deps, tx: Tx, token: string): Promise<Selectable<Account> | null> {
  const now = deps.now()
  const used = await tx
    .updateTable('direct_login')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  if (!used) return null
  const account = await tx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', used.account_id)
    .where('role', '=', 'CLIENT')
    .executeTakeFirst()
  return account ?? null
}
