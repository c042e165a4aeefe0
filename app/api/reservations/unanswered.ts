import type { Deps } from '../context.ts'
import { tellCustomer } from '../messages.ts'
import { inTransaction } from '../transaction.ts'
import { releaseCodes } from './discount.ts'
import { noteEvents, releaseVehicles } from './record.ts'
import { refundToWallet } from './refund.ts'

const BATCH = 50

/**
 * Rejects what companies have not answered in time, with a full refund: REJECTED, vehicle and code free, the customer
 * told. Returns how many. Source: decisions.md, "Renting".
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
    for (const reservation of rows) {
      const { id, paid } = reservation
      const change = { status: 'REJECTED' as const, refunded: paid, confirm_by: null }
      await tx.updateTable('reservation').set(change).where('id', '=', id).execute()
      await releaseVehicles(tx, [id])
      await releaseCodes(tx, [id])
      await refundToWallet(tx, reservation, paid, now)
      await noteEvents(tx, [id], { status: 'REJECTED', actor: 'SYSTEM', at: now, reason: 'no_answer' })
      await tellCustomer(deps, tx, { reservation: id, told: 'rejected', amount: paid })
    }
    return rows.length
  })
}
