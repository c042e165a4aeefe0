import type { Deps, Tx } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { untilNone } from '#app/db/connection/until-none.ts'

/** What one statement changes: of a million, some seconds each. */
const AT_ONCE = 20_000

/** What waits to be sent to an endpoint is not sent any more, unless somebody has it sent again. */
export async function giveUpWaiting(tx: Tx, webhook: number): Promise<void> {
  await untilNone(async () => {
    const waiting = tx
      .selectFrom('webhook_delivery')
      .select('id')
      .where('webhook_id', '=', webhook)
      .where('status', '=', 'WAITING')
      .limit(AT_ONCE)
    const { numUpdatedRows } = await tx
      .updateTable('webhook_delivery')
      .set({ status: 'FAILED', leased_until: null })
      .where('id', 'in', waiting)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}

/** Deletes an endpoint with all that was sent there. */
export async function removeWebhook(tx: Tx, webhook: number): Promise<void> {
  await untilNone(async () => {
    const sent = tx.selectFrom('webhook_delivery').select('id').where('webhook_id', '=', webhook).limit(AT_ONCE)
    const { numDeletedRows } = await tx.deleteFrom('webhook_delivery').where('id', 'in', sent).executeTakeFirst()
    return Number(numDeletedRows)
  })
  await tx.deleteFrom('webhook').where('id', '=', webhook).execute()
}

/** Switches an endpoint off that has failed for too long, and notifies its owners, once. */
export async function switchOff(deps: Deps, tx: Tx, webhook: number): Promise<void> {
  const now = deps.now()
  const off = await tx
    .updateTable('webhook')
    .set({ is_on: false, failed_at: now })
    .where('id', '=', webhook)
    .where('is_on', '=', true)
    .returning(['company_id', 'url'])
    .executeTakeFirst()
  if (!off) return
  await giveUpWaiting(tx, webhook)
  const { host } = new URL(off.url)
  await notify(deps, tx, { kind: 'webhookOff', company: off.company_id, host })
}
