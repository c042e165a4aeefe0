import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { rejectReservation } from './reject.ts'

const BATCH = 50

/**
 * Rejects what companies have not answered in time, with a full refund: REJECTED, vehicle and code free, the customer
 * notified. Returns how many. Source: decisions.md, "Renting".
 */
export async function rejectUnanswered(deps: Deps): Promise<number> {
  const now = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const rows = await tx
      .selectFrom('reservation')
      .selectAll()
      .where('status', '=', 'AWAITING_CONFIRMATION')
      .where('confirm_by', '<=', now)
      .orderBy('id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const reservation of rows) await rejectReservation(deps, tx, { reservation, actor: 'SYSTEM', at: now })
    return rows.length
  })
}
