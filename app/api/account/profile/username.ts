import { sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { limitSubscriber } from '#app/api/call/limits.ts'
import { PROOFS_PER_ADDRESS } from '#app/rules/constants.ts'
import { isUsername } from '#app/rules/identity/username.ts'

const TEN_MINUTES = 600

/** Whether a username is taken, ignoring case; rate-limited. Throws INVALID_FIELDS for an invalid one (§5). */
export const usernameExists = api.account.usernameExists.handler(async ({ input, context }) => {
  const { deps } = context
  if (!isUsername(input.username)) throw invalidFields({ username: ['username'] })
  await limitSubscriber(context, 'username', PROOFS_PER_ADDRESS, TEN_MINUTES)
  const found = await deps.db
    .selectFrom('account')
    .select('id')
    .where(sql<string>`lower(username)`, '=', input.username.toLowerCase())
    .executeTakeFirst()
  return { exists: found !== undefined }
})
