import { endUnpaid } from '#app/api/books/end-unpaid.ts'
import type { Tx } from '#app/api/call/context.ts'

type Open = { reservation: string } | { changes: readonly string[] }

/**
 * Ends the payments of a reservation or of its changes that were started and that nobody has brought back from the bank:
 * the wallet's part is returned at once, and a late payment by the bank is reversed when it arrives. What its company
 * charged stays owed. The caller has locked the reservation. Source: *ours*.
 */
export async function endOpenPayments(tx: Tx, of: Open, { reason, at }: { reason: string; at: Date }): Promise<void> {
  const from = ['CREATED' as const, 'REDIRECTED' as const]
  const open = await tx
    .selectFrom('payment')
    .selectAll()
    .where('status', 'in', from)
    .where('proposal_id', 'is', null)
    .$if('reservation' in of, (query) => query.where('reservation_id', '=', 'reservation' in of ? of.reservation : ''))
    .$if('changes' in of, (query) => query.where('change_id', 'in', 'changes' in of ? of.changes : []))
    .execute()
  for (const payment of open) await endUnpaid(tx, payment, { from, status: 'CANCELLED', reason, at })
}
