import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { limit, uncount } from '#app/api/call/limits.ts'
import { FACTOR_TRIES } from '#app/rules/constants.ts'
import { decryptSecret, recoveryHash, stepOf } from './codes.ts'

/**
 * Continues a sign-in after its one-time code, or renews its proof. Each code is valid once, even if it is sent twice
 * at the same time. Throws INVALID_FIELDS for a wrong one, TOO_MANY_REQUESTS after five of these.
 */
export const checkFactor = api.account.checkFactor.handler(async ({ input, context: { deps, person } }) => {
  await tryFactor(deps, person.id, () => takeFactorCode(deps, person.id, input.code))
  return noteProof(deps, person)
})

/** Stores that this session has just proven the second factor. */
export async function noteProof(deps: Deps, { id, sessionId }: Pick<Person, 'id' | 'sessionId'>) {
  await deps.db.updateTable('session').set({ factor_at: deps.now() }).where('id', '=', sessionId).execute()
  return { recovery_codes_left: await recoveryCodesLeft(deps, id) }
}

/**
 * Counts a wrong try and throws `refusal`. The right code does not count, so that people who type correctly are never
 * stopped.
 */
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

/** Uses a code up: one of the app, or a recovery code. */
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

/** The number of unused recovery codes of the account. */
export async function recoveryCodesLeft({ db }: Pick<Deps, 'db'>, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('account_id', '=', account)
    .where('used_at', 'is', null)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
