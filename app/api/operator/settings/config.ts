import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { announceChange, changeOrRequest } from '#app/api/operator/approvals/approval-requests.ts'
import { configIn } from './site-config.ts'

export const readConfig = api.operator.settings.read.handler(({ context: { deps } }) => configIn(deps.db))

/**
 * Changes the sent fields, once a second operator has approved it, and returns the present settings. Throws
 * APPROVAL_WAITS if another change waits.
 */
export const config = api.operator.settings.change.handler(async ({ input, context: { deps, person } }) => {
  const { reason = '', ...settings } = input
  const change = { kind: 'CONFIG', ...settings } as const
  if (Object.values(settings).every((value) => value === undefined)) return configIn(deps.db)
  const waits = await inTransaction(deps.db, (tx) => changeOrRequest(deps, tx, { by: person.id, reason, change }))
  if (!waits) await announceChange(deps, change)
  return configIn(deps.db)
})
