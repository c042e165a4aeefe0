import type { Tx } from '#app/api/call/context.ts'
import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { holderOf } from '#app/rules/identity/holder.ts'
import { hasAccount } from './account-of-code.ts'
import { openCode } from './code.ts'
import { channelsOf, destinationOf } from './destination.ts'

/**
 * Sends a one-time code by a job: known and unknown numbers get the same status in the same time. `is_new` and
 * `is_activated` say whether activation or the token call comes next (§3, §4); rate limits keep them from being abused.
 */
export const login = api.account.login.handler(async ({ input, context }) => {
  const { deps, language } = context
  const requested = destinationOf(input, language, deps.settings)
  return inTransaction(deps.db, async (tx) => {
    const { destination, accounts } = await openedBy(tx, requested)
    const resend_after = await openCode(deps, tx, {
      purpose: 'SIGN_IN',
      ...destination,
      language,
      by: context,
      turn: input.turn,
    })
    return {
      is_new: accounts.length === 0,
      is_activated: accounts.length > 0 && accounts.every(({ activated_at }) => activated_at !== null),
      from_discount_dialog: input.from_discount_dialog,
      resend_after,
      channels: channelsOf(destination),
    }
  })
})

type Destination = ReturnType<typeof destinationOf>

/**
 * Where the code is sent, and the accounts that it can open. Phone and mailbox with a joint account get it only by
 * e-mail, because an SMS would open the phone's own account (decisions.md, "Abroad").
 */
async function openedBy(tx: Tx, requested: Destination) {
  const { phone, email } = requested
  const byEmailAlone = email !== null && (await hasAccount(tx, { phone, email }))
  const destination = byEmailAlone ? { ...requested, bySms: false } : requested
  const named = holderOf({ phone, email, phoneProven: false })
  const accounts = await tx
    .selectFrom('account')
    .select('activated_at')
    .where((where) =>
      where.or([
        where('holder', '=', named),
        ...(destination.bySms ? [where('holder', '=', phone)] : []),
        where.and([where('holder', '=', phone), where('email', '=', email ?? '')]),
      ]),
    )
    .execute()
  return { destination, accounts }
}
