import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { type ApiContext, api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { limitSubscriber } from '#app/api/call/limits.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { Proof, Tokens } from '#app/contract/account/account.ts'
import type { Account } from '#app/db/connection/schema.ts'
import { PROOFS_PER_ADDRESS } from '#app/rules/constants.ts'
import { normaliseEmail } from '#app/rules/identity/email.ts'
import { isBanned } from '../bans.ts'
import { accountOfCode } from './account-of-code.ts'
import { askerOf, knownTo } from './asker.ts'
import { tryCode } from './code.ts'
import { phoneOf } from './destination.ts'
import { useDirectLogin } from './direct-login.ts'
import { refreshSession, startSession } from './session.ts'

type Pair = z.infer<typeof Tokens>
const TEN_MINUTES = 600

/** The first sign-in by code: creates the account if there is none, and activates it (§4). */
export const activate = api.account.activate.handler(async ({ input, context }) => {
  return signInByCode(context, input, { activates: true })
})

/** Signs in by a code or a link's token, or exchanges a refresh token for new tokens (§7; decisions.md). */
export const token = api.account.token.handler(async ({ input, context }) => {
  // Refresh tokens cannot be guessed, and many people share an address.
  if ('refresh' in input) return refresh(context, input.refresh)
  if ('direct_login_token' in input) return signInByLink(context, input.direct_login_token)
  return signInByCode(context, input, { activates: false })
})

async function limitProofs(context: ApiContext) {
  await limitSubscriber(context, 'proof', PROOFS_PER_ADDRESS, TEN_MINUTES)
}

/** A wrong, ended, used or unknown code gets the same answer for every phone. */
async function signInByCode(
  context: ApiContext,
  proof: z.infer<typeof Proof>,
  by: { activates: boolean },
): Promise<Pair> {
  const { deps, language } = context
  const phone = phoneOf(proof, language)
  // Other people on a shared network cannot use up the tries of known browsers.
  const known = await knownTo(deps.db, context, { phone, email: proof.email ? normaliseEmail(proof.email) : null })
  if (!known.phone && !known.mailbox) await limitProofs(context)
  const tokens = await inTransaction(deps.db, async (tx) => {
    const code = await tryCode(deps, tx, { purpose: 'SIGN_IN', phone, asker: askerOf(context), code: proof.token })
    // Nothing is thrown for a wrong code here, because the transaction that counts the try must commit.
    if (!code) return null
    const account = await accountOfCode(deps, tx, { code, language })
    if (!account) return null
    await guardAccount(tx, account)
    if (!account.activated_at && !by.activates) throw errors.INVALID_CREDENTIALS()
    const activated_at = account.activated_at ?? deps.now()
    await tx.updateTable('account').set({ activated_at, language }).where('id', '=', account.id).execute()
    return startSession(deps, tx, account.id, context)
  })
  if (!tokens) throw errors.INVALID_CREDENTIALS()
  return tokens
}

async function refresh(context: ApiContext, old: string): Promise<Pair> {
  const refreshed = await inTransaction(context.deps.db, (tx) => refreshSession(context.deps, tx, old, context))
  if ('refused' in refreshed) throw errors[refreshed.refused]()
  return refreshed.tokens
}

async function signInByLink(context: ApiContext, link: string): Promise<Pair> {
  const { deps } = context
  await limitProofs(context)
  return inTransaction(deps.db, async (tx) => {
    const account = await useDirectLogin(deps, tx, link)
    if (!account) throw errors.INVALID_CREDENTIALS({ data: { reason: 'link_ended' } })
    await guardAccount(tx, account)
    const activated_at = account.activated_at ?? deps.now()
    await tx.updateTable('account').set({ activated_at }).where('id', '=', account.id).execute()
    return startSession(deps, tx, account.id, context)
  })
}

/**
 * A ban applies to the person, also with another account. An operator is not affected by a number that somebody else
 * gave.
 */
async function guardAccount(tx: Tx, account: Selectable<Account>) {
  if (account.banned_at) throw errors.BANNED_USER()
  if (account.role !== 'ADMIN' && (await isBanned(tx, account))) throw errors.BANNED_USER()
}
