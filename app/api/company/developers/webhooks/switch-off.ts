import type { Deps, Tx } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'

/** What waits to be sent to an endpoint is not sent any more, unless somebody has it sent again. */
export async function giveUpWaiting(tx: Tx, webhook: number): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ status: 'FAILED', leased_until: null })
    .where('webhook_id', '=', webhook)
    .where('status', '=', 'WAITING')
    .execute()
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
