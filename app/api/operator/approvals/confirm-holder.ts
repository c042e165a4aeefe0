import { hasColleague } from '#app/api/account/operators.ts'
import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { requestChange } from './approval-requests.ts'
import { confirmAccount, lockWaitingAccount } from './holder-word.ts'

/**
 * Confirms that an account under another name is the company's; waits for a second operator if there is one. Throws
 * PAYOUT_DECIDED if another account was entered since, or nothing has to be confirmed; APPROVAL_WAITS; NOT_FOUND for a
 * company without an account. Source: *ours*.
 */
export const confirmHolder = api.operator.payouts.confirmHolder.handler(
  async ({ input, context: { deps, person } }) => {
    const { id, changed_at, reason } = input
    const account = { company: id, changed_at }
    return inTransaction(deps.db, async (tx) => {
      await giveReason(tx, reason)
      await lockWaitingAccount(tx, account)
      const waits = await hasColleague(tx, person.id, ['MONEY'])
      if (waits) await requestChange(deps, tx, { by: person.id, reason, change: { kind: 'HOLDER', ...account } })
      else await confirmAccount(tx, { ...account, by: person.id, at: deps.now() })
      return { id, waits }
    })
  },
)
