import type { UpdateObject } from 'kysely'
import { post } from '#app/api/books/ledger.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ProposalRow } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { leftToPay } from '#app/rules/reservation/charges/dispute.ts'
import {
  mayChangeProposal,
  type ProposalActor,
  type ProposalStatus,
} from '#app/rules/reservation/charges/proposal-status.ts'

/** A reservation's proposal, locked. Throws NOT_FOUND. */
export async function lockProposal(tx: Tx, { id }: ReservationRow, proposal: string): Promise<ProposalRow> {
  const found = await tx
    .selectFrom('proposal')
    .selectAll()
    .where('id', '=', proposal)
    .where('reservation_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

/**
 * The customer paid an accepted proposal online: the money is the company's, without commission, and both are notified.
 * The caller has locked reservation and proposal and holds the money as a prepayment.
 */
export async function payProposal(
  deps: Deps,
  tx: Tx,
  { reservation, proposal, payment }: { reservation: ReservationRow; proposal: ProposalRow; payment: string },
): Promise<void> {
  guardProposal(proposal, 'PAID', 'SYSTEM')
  const { id } = proposal
  const amount = leftToPay(proposal)
  const { company_id } = reservation
  await post(tx, {
    key: `charge ${id}`,
    kind: 'CHARGE',
    currency: currencyIn(proposal),
    at: deps.now(),
    reservation: reservation.id,
    entries: [
      { kind: 'PREPAYMENT', owner: company_id, amount: -amount },
      { kind: 'COMPANY', owner: company_id, amount },
    ],
  })
  await markPaid(deps, tx, { proposal, by: 'ONLINE', payment })
  await notify(deps, tx, { kind: 'chargePaidOnline', reservation: reservation.id, amount })
}

/** Stores that an accepted proposal is paid, and how. */
export async function markPaid(
  deps: Deps,
  tx: Tx,
  { proposal, by, payment }: { proposal: ProposalRow; by: 'ONLINE' | 'DESK' | 'DEPOSIT'; payment?: string },
): Promise<ProposalRow> {
  const row = await changeProposal(tx, proposal, { to: 'PAID', set: { paid_by: by, paid_at: deps.now() } })
  const notice = { kind: 'chargePaid', reservation: row.reservation_id, amount: leftToPay(row) } as const
  await notify(deps, tx, { ...notice, ...(payment !== undefined && { payment }) })
  return row
}

/** Throws PROPOSAL_CONFLICT if the table of transitions does not let this actor make this change. */
export function guardProposal({ status }: ProposalRow, to: ProposalStatus, actor: ProposalActor): void {
  if (!mayChangeProposal(status, to, actor)) throw errors.PROPOSAL_CONFLICT({ data: { status } })
}

/** The only writer of a proposal's status; the caller holds its lock and has checked the table of transitions. */
export function changeProposal(
  tx: Tx,
  { id, status }: ProposalRow,
  { to, set }: { to: ProposalStatus; set: Omit<UpdateObject<DB, 'proposal', 'proposal'>, 'status'> },
): Promise<ProposalRow> {
  return tx
    .updateTable('proposal')
    .set({ ...set, status: to })
    .where('id', '=', id)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirstOrThrow()
}
