import { api } from '#app/api/context.ts'
import { inTransaction } from '#app/api/transaction.ts'
import { openCode } from './code.ts'
import { channelsOf, destinationOf } from './destination.ts'

/**
 * Sends a one-time code, by a job: known and unknown numbers get the same status in the same time. `is_new` and
 * `is_activated` say whether activation or the token call comes next (§3, §4); limits are their defence.
 */
export const login = api.account.login.handler(async ({ input, context }) => {
  const { deps, language, clientAddress } = context
  const destination = destinationOf(input, language, deps.settings)
  const { phone } = destination
  return inTransaction(deps.db, async (tx) => {
    const known = await tx.selectFrom('account').select('activated_at').where('phone', '=', phone).executeTakeFirst()
    const resend_after = await openCode(deps, tx, {
      purpose: 'SIGN_IN',
      ...destination,
      language,
      networkAddress: clientAddress,
    })
    return {
      is_new: known === undefined,
      is_activated: known !== undefined && known.activated_at !== null,
      from_discount_dialog: input.from_discount_dialog,
      resend_after,
      channels: channelsOf(destination),
    }
  })
})
