import type { Selectable } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { keepOfDeposit } from '#app/api/company/protocols/deposit-steps.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { shippedText } from '#app/api/notifications/texts.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { changeProposal, lockProposal } from '#app/api/reservations/status/proposal.ts'
import { closeWithAnswer } from '#app/api/support/close-with-answer.ts'
import type { Dispute } from '#app/db/connection/schema.ts'
import { depositHeld, deskMoneyOf, type ProposalRow } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { bookedRuling } from '#app/rules/reservation/charges/dispute.ts'
import { mayChangeProposal } from '#app/rules/reservation/charges/proposal-status.ts'

type Locked = { dispute: Selectable<Dispute>; proposal: ProposalRow; reservation: ReservationRow }

/** A dispute with what it is about, locked: the reservation first, as everywhere. Throws NOT_FOUND. */
export async function lockDispute(tx: Tx, id: string): Promise<Locked> {
  const found = await tx
    .selectFrom('dispute')
    .innerJoin('proposal', 'proposal.id', 'proposal_id')
    .select(['proposal_id', 'reservation_id'])
    .where('dispute.id', '=', id)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  const reservation = await lockReservation(tx, found.reservation_id)
  const proposal = await lockProposal(tx, reservation, found.proposal_id)
  const dispute = await tx.selectFrom('dispute').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { dispute, proposal, reservation }
}

type Decision = {
  /** What is owed, in the minor unit. */
  ruled: number
  reason: string
  /** The operator who decided, and whether no second one approved. */
  by: string
  alone: boolean
}

/**
 * Books a ruling: what the company holds of the deposit covers what is owed as far as it goes, a rest is to be paid, and what is
 * not owed is held back no longer. Both sides are notified with the reason, and the ticket of the dispute is answered and closed.
 * The caller has called `lockDispute`. Throws DISPUTE_DECIDED. Source: decisions.md, "Decided after the second look".
 */
export async function endDispute(
  deps: Deps,
  tx: Tx,
  { dispute, proposal, reservation }: Locked,
  { ruled, reason, by, alone }: Decision,
): Promise<void> {
  const at = deps.now()
  const held = depositHeld(await deskMoneyOf(tx, reservation.id))
  const { fromDeposit, status } = bookedRuling({ ruled, held })
  if (!mayChangeProposal(proposal.status, status, 'OPERATOR')) throw errors.DISPUTE_DECIDED()
  await keepOfDeposit(tx, reservation, { proposal: proposal.id, amount: fromDeposit, ground: 'RULED', by, at })
  const paid = status === 'PAID' ? { paid_by: 'DEPOSIT' as const, paid_at: at } : {}
  await changeProposal(tx, proposal, { to: status, set: { ruled, from_deposit: fromDeposit, decided_at: at, ...paid } })
  await tx
    .updateTable('dispute')
    .set({ reason, decided_at: at, decided_by: by, alone })
    .where('id', '=', dispute.id)
    .execute()
  const ruling = { reservation: reservation.id, amount: ruled, reason }
  await notify(deps, tx, { kind: ruled === 0 ? 'disputeDismissed' : 'disputeRuled', ...ruling })
  await notify(deps, tx, { kind: ruled === 0 ? 'disputeLost' : 'disputeWon', ...ruling })
  if (proposal.ticket_id === null) return
  const { language } = reservation
  const amount = formatMoney(ruled, currencyIn(proposal), language)
  const message = shippedText(language, ruled === 0 ? 'disputeDismissed.body' : 'disputeRuled.body', {
    ...{ amount, reason, number: `SV-${reservation.number}` },
  })
  await closeWithAnswer(tx, { ticket: proposal.ticket_id, by, message, at })
}
