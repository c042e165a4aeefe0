import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { issueAccessToken } from '#app/api/call/admission/access-token.ts'
import type { ApiContext, Deps, Tx } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { Tokens } from '#app/contract/account/account.ts'
import { decryptBytes, encryptBytes, NONCE_BYTES } from '#app/rules/access/encryption.ts'
import { tokenHash } from '#app/rules/access/keys.ts'
import {
  OPERATOR_IDLE_MINUTES,
  OPERATOR_SIGN_IN_HOURS,
  REFRESH_RETRY_SECONDS,
  REFRESH_TOKEN_DAYS,
  STAFF_IDLE_HOURS,
} from '#app/rules/constants.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { rememberDevice } from './asker.ts'

type Pair = z.infer<typeof Tokens>
type Device = Pick<ApiContext, 'clientAddress' | 'device' | 'deviceKey'>

const LONGEST_DEVICE = 300

/** Signs an account in on another device. The caller has checked that it may. */
export async function startSession(deps: Deps, tx: Tx, account: string, by: Device): Promise<Pair> {
  const now = deps.now()
  const id = publicId()
  const device = (by.device ?? '').slice(0, LONGEST_DEVICE)
  await tx
    .insertInto('session')
    .values({ id, account_id: account, device, network_address: by.clientAddress, created_at: now, used_at: now })
    .execute()
  await rememberDevice(tx, account, { deviceKey: by.deviceKey, at: now })
  return issueTokens(deps, tx, id)
}

/** The result of refreshing: new tokens, or why not. */
export type Refreshed = { tokens: Pair } | { refused: 'INVALID_TOKEN' | 'BANNED_USER' }

/**
 * Exchanges a refresh token for new tokens. A used one gets the same answer again for 30 s, because that may have been
 * lost; after that somebody has stolen one of the two, and the whole session ends. The caller must let the transaction
 * commit either way. Source: decisions.md, "Identity and access".
 */
export async function refreshSession(deps: Deps, tx: Tx, token: string, by: Device): Promise<Refreshed> {
  const now = deps.now()
  const found = await tx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('second_factor', 'second_factor.id', 'account.id')
    .select(['session.account_id', 'token_hash', 'session_id', 'expires_at', 'refresh_token.used_at', 'sealed_answer'])
    .select(['session.ended_at', 'session.factor_at', 'account.banned_at', 'second_factor.confirmed_at'])
    .where('token_hash', '=', tokenHash(token))
    .forUpdate(['refresh_token', 'session'])
    .executeTakeFirst()
  if (!found) return { refused: 'INVALID_TOKEN' }
  if (found.banned_at) return { refused: 'BANNED_USER' }
  if (found.ended_at || found.expires_at <= now) return { refused: 'INVALID_TOKEN' }
  // A session that waits for its second factor is not extended.
  if (found.confirmed_at && !found.factor_at) return { refused: 'INVALID_TOKEN' }
  if (found.used_at) {
    const isLostAnswer = now.getTime() - found.used_at.getTime() <= REFRESH_RETRY_SECONDS * SECOND_MS
    if (isLostAnswer && found.sealed_answer) return { tokens: decrypt(token, found.sealed_answer) }
    await endSessions(tx, [found.session_id], now)
    return { refused: 'INVALID_TOKEN' }
  }
  const tokens = await issueTokens(deps, tx, found.session_id)
  await tx
    .updateTable('refresh_token')
    .set({ used_at: now, sealed_answer: encrypt(token, tokens) })
    .where('token_hash', '=', found.token_hash)
    .execute()
  await tx
    .updateTable('session')
    .set({ used_at: now, network_address: by.clientAddress })
    .where('id', '=', found.session_id)
    .execute()
  await rememberDevice(tx, found.account_id, { deviceKey: by.deviceKey, at: now })
  return { tokens }
}

/** Ends sessions: their tokens are invalid from now on. */
export async function endSessions(tx: Tx | Deps['db'], sessions: string[], at: Date): Promise<void> {
  if (sessions.length === 0) return
  await tx
    .updateTable('session')
    .set({ ended_at: at })
    .where('id', 'in', sessions)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every session of an account. */
export async function endSessionsOf(tx: Tx, account: string, at: Date): Promise<void> {
  const open = tx.updateTable('session').set({ ended_at: at }).where('account_id', '=', account)
  await open.where('ended_at', 'is', null).execute()
}

async function issueTokens(deps: Deps, tx: Tx, session: string): Promise<Pair> {
  const now = deps.now()
  const refresh = randomBytes(32).toString('base64url')
  const of = await tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('second_factor', 'second_factor.id', 'account.id')
    .select(['account.role', 'session.created_at', 'session.factor_at', 'second_factor.confirmed_at'])
    .where('session.id', '=', session)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('refresh_token')
    .values({
      token_hash: tokenHash(refresh),
      session_id: session,
      issued_at: now,
      expires_at: endOf(of, now),
    })
    .execute()
  const second_factor = of.confirmed_at !== null && of.factor_at === null
  return { access: issueAccessToken(deps.settings.secret, session, now), refresh, second_factor }
}

type Of = { role: string; created_at: Date; confirmed_at: Date | null }

/** When a session ends unless its tokens are refreshed: soon for operators, and for staff with a second factor. */
function endOf({ role, created_at, confirmed_at }: Of, now: Date): Date {
  const [since, begun] = [now.getTime(), created_at.getTime()]
  if (role === 'ADMIN')
    return new Date(Math.min(since + OPERATOR_IDLE_MINUTES * MINUTE_MS, begun + OPERATOR_SIGN_IN_HOURS * HOUR_MS))
  if (role === 'AGENT' && confirmed_at) return new Date(since + STAFF_IDLE_HOURS * HOUR_MS)
  return new Date(since + REFRESH_TOKEN_DAYS * DAY_MS)
}

/** Decrypting it requires the used token, of which the database has only a hash. */
function encrypt(token: string, tokens: Pair): string {
  const nonce = randomBytes(NONCE_BYTES)
  return encryptBytes(Buffer.from(JSON.stringify(tokens)), { key: encryptionKey(token), nonce })
}

function decrypt(token: string, encrypted: string): Pair {
  const opened = decryptBytes(encrypted, encryptionKey(token))
  if (!opened) throw new Error('The kept answer of a refresh token cannot be read.')
  return JSON.parse(opened.toString('utf8')) as Pair
}

const encryptionKey = (token: string) => createHash('sha256').update('sealed answer').update(token).digest()
