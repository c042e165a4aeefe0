import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { limit, uncount } from '#app/api/call/limits.ts'
import { FACTOR_TRIES } from '#app/rules/constants.ts'
import { decryptSecret, recoveryHash, stepOf } from './codes.ts'

/**
 * Goes on with a sign-in that took its one-time code, or renews the proof of one. Each code is good once, also where it is
 * sent twice at the same time. Throws INVALID_FIELDS for a wrong one, TOO_MANY_REQUESTS after five of these.
 */
export const checkFactor = api.account.checkFactor.handler(async ({ input, context: { deps, person } }) => {
  await tryFactor(deps, person.id, () => takeFactorCode(deps, person.id, input.code))
  return noteProof(deps, person)
})

/** Notes that this sign-in has proven the second factor just now. */
export async function noteProof(deps: Deps, { id, sessionId }: Pick<Person, 'id' | 'sessionId'>) {
  await deps.db.updateTable('session').set({ factor_at: deps.now() }).where('id', '=', sessionId).execute()
  return { recovery_codes_left: await recoveryCodesLeft(deps, id) }
}

/** Counts a wrong try, and says so by `refusal`. The right one does not count: who types well is never held up. */
export async function tryFactor(
  deps: Deps,
  account: string,
  use: () => Promise<boolean>,
  refusal: Record<string, string[]> = { code: ['factor_code'] },
): Promise<void> {
  const bucket = `second factor ${account}`
  const { most, seconds } = FACTOR_TRIES
  try {
    await limit(deps, bucket, most, seconds)
  } catch (refused) {
    deps.alert?.('second factor: too many wrong tries', { account })
    throw refused
  }
  if (!(await use())) throw invalidFields(refusal)
  await uncount(deps, bucket, seconds)
}

/** Uses a code up: of the app, or for recovery. */
function takeFactorCode(deps: Deps, account: string, code: string): Promise<boolean> {
  return code.length === 6 ? takeTimeCode(deps, account, code) : takeRecoveryCode(deps, account, code)
}

async function takeTimeCode(deps: Deps, account: string, code: string): Promise<boolean> {
  const { db, now } = deps
  const found = await db
    .selectFrom('second_factor')
    .select('secret')
    .where('id', '=', account)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = found && stepOf(decryptSecret(deps, found.secret), code, now())
  if (!step) return false
  const used = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('id', '=', account)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

async function takeRecoveryCode(deps: Deps, account: string, code: string): Promise<boolean> {
  const used = await deps.db
    .updateTable('recovery_code')
    .set({ used_at: deps.now() })
    .where('account_id', '=', account)
    .where('code_hash', '=', recoveryHash(deps, code))
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

/** How many recovery codes of the account are unused. */
export async function recoveryCodesLeft({ db }: Pick<Deps, 'db'>, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('account_id', '=', account)
    .where('used_at', 'is', null)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
