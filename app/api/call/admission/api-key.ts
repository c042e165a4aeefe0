import { sql } from 'kysely'
import type { ApiContext, Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { noteLimit } from '#app/api/call/http/rate-limit.ts'
import { countAgainst, guardLimit, limitSubscriber } from '#app/api/call/limits.ts'
import type { CallMeta } from '#app/contract/call/base.ts'
import { scopeOf } from '#app/contract/call/scopes.ts'
import { isApiKey, type KeyMode } from '#app/rules/access/api-key.ts'
import { KEY_CALLS_A_MINUTE } from '#app/rules/access/api-scope.ts'
import { tokenHash } from '#app/rules/access/keys.ts'
import { HOUR_SECONDS, MINUTE_MS, MINUTE_SECONDS } from '#app/rules/time/durations.ts'
import type { Person } from './person.ts'

/** The wrong keys that one subscriber can send in an hour. */
const WRONG_KEYS_AN_HOUR = 60

type Route = { method?: string; path?: string }

/**
 * Admits a program by the key in `accessToken`: it acts for the key's company, as desk staff; as an owner where the call is for
 * owners. Nothing is remembered between requests, so that a revoked key ends with this process's next one and every other's. Throws
 * INVALID_TOKEN for a key that is unknown, revoked or expired, or of a company without an owner; NOT_FOUND for a call that no scope
 * reaches; SCOPE_MISSING; and TOO_MANY_REQUESTS. Source: issue 20, B.
 */
export async function admitKey(
  context: ApiContext,
  access: CallMeta,
  route: Route,
): Promise<{ person: Person; key: number }> {
  const { deps } = context
  const found = await knownKey(context, deps.settings.isTestMode ? 'TEST' : 'LIVE')
  const scope = scopeOf(route)
  if (!scope || access.signIn !== 'needed') throw errors.NOT_FOUND()
  if (!found.scopes.includes(scope)) throw errors.SCOPE_MISSING({ data: { scope } })
  await noteUse(deps, found)
  const { id: key, company_id: companyId, owner, phone, email, language, operatorRole, phone_proven_at } = found
  const person: Person = {
    ...{ id: owner, phone, email, language, operatorRole, companyId, role: 'AGENT' },
    staffRole: access.company?.includes('DESK') ? 'DESK' : 'OWNER',
    phoneProven: phone_proven_at !== null,
    // A key proves itself; the calls that require a second factor are out of its reach.
    ...{ sessionId: '', factorAt: null, hasFactor: false, lacksFactor: false },
  }
  return { person, key }
}

/** A valid key of a mode, with its call counted, of which the answer says what is left. Throws INVALID_TOKEN and TOO_MANY_REQUESTS. */
export async function knownKey(
  context: Pick<ApiContext, 'deps' | 'clientAddress' | 'accessToken' | 'answerHeaders'>,
  mode: KeyMode,
): Promise<KnownKey> {
  const { deps, accessToken = '' } = context
  const found = isApiKey(accessToken, mode) ? await keyRow(deps, tokenHash(accessToken)) : undefined
  if (!found) {
    await limitSubscriber(context, 'wrong api key', WRONG_KEYS_AN_HOUR, HOUR_SECONDS)
    throw errors.INVALID_TOKEN()
  }
  const left = await countAgainst(deps, `api key ${found.id}`, KEY_CALLS_A_MINUTE, MINUTE_SECONDS)
  noteLimit(context.answerHeaders, { bucket: 'key', most: KEY_CALLS_A_MINUTE, window: MINUTE_SECONDS, left })
  guardLimit(left)
  return found
}

export type KnownKey = NonNullable<Awaited<ReturnType<typeof keyRow>>>

/** A key with the owner in whose name its program acts: whoever made it, or else another one. */
function keyRow({ db, now }: Deps, hash: string) {
  return db
    .selectFrom('api_key_secret as secret')
    .innerJoin('api_key as key', 'key.id', 'secret.key_id')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('account')
          .select(['account.id as owner', 'phone', 'email', 'phone_proven_at', 'language'])
          .select('operator_role as operatorRole')
          .whereRef('account.company_id', '=', 'key.company_id')
          .where('role', '=', 'AGENT')
          .where('staff_role', '=', 'OWNER')
          .where('banned_at', 'is', null)
          .orderBy(sql`coalesce(account.id = ${sql.ref('key.created_by')}, false)`, 'desc')
          .orderBy('account.id')
          .limit(1)
          .as('owner'),
      (join) => join.onTrue(),
    )
    .select(['key.id', 'key.company_id', 'key.name', 'key.hint', 'key.scopes', 'key.expires_at', 'key.last_used_at'])
    .selectAll('owner')
    .where('secret.token_hash', '=', hash)
    .where('key.ended_at', 'is', null)
    .where((of) => of.or([of('key.expires_at', 'is', null), of('key.expires_at', '>', now())]))
    .where((of) => of.or([of('secret.ends_at', 'is', null), of('secret.ends_at', '>', now())]))
    .executeTakeFirst()
}

/** At most once a minute, so that a busy key does not write with each read. */
export async function noteUse({ db, now }: Deps, { id, last_used_at }: Pick<KnownKey, 'id' | 'last_used_at'>) {
  if (last_used_at && now().getTime() - last_used_at.getTime() < MINUTE_MS) return
  await db.updateTable('api_key').set({ last_used_at: now() }).where('id', '=', id).execute()
}
