import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Proposal as ProposalShape } from '#app/contract/company/proposal.ts'
import type { DB, DisputeStatement, Dispute as DisputeTable } from '#app/db/connection/schema.ts'
import type { ProposalRow } from '#app/db/protocol.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { answerBy, leftToPay, rulingOf } from '#app/rules/reservation/charges/dispute.ts'
import { OWED } from '#app/rules/reservation/charges/proposal-status.ts'

/** Who reads them, and when. A ticket is its customer's and the operators'; the company does not see it. */
type Reader = { isCustomer: boolean; now: Date }
type DisputeRow = Selectable<DisputeTable>
type StatementRow = Selectable<DisputeStatement>

/** Proposals with their disputes. */
export async function shownProposals(
  db: Kysely<DB>,
  rows: readonly ProposalRow[],
  { isCustomer, now }: Reader,
): Promise<z.infer<typeof ProposalShape>[]> {
  const disputes = await disputesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { id, kind, status, lines, amount, created_at, sent_at, paid_by, paid_at, ticket_id } = row
    const answer_by = sent_at && answerBy(sent_at)
    return {
      ...{ id, kind, status, lines, amount, paid_by, reason: row.reason },
      picture: row.photo_id === null ? null : { reservation: row.reservation_id, photo: row.photo_id },
      due: OWED.includes(status) ? leftToPay(row) : 0,
      currency: currencyIn(row),
      created_at: created_at.toISOString(),
      sent_at: sent_at?.toISOString() ?? null,
      answer_by: answer_by?.toISOString() ?? null,
      may_escalate: status === 'OPEN' && answer_by !== null && answer_by <= now,
      paid_at: paid_at?.toISOString() ?? null,
      ticket: isCustomer ? ticket_id : null,
      dispute: shownDispute(row, disputes.get(id)),
    }
  })
}

/** One of them. */
export async function shownProposal(db: Kysely<DB>, row: ProposalRow, reader: Reader) {
  const [shown] = await shownProposals(db, [row], reader)
  return shown!
}

type Disputed = DisputeRow & { statements: StatementRow[] }

async function disputesOf(db: Kysely<DB>, proposals: readonly string[]): Promise<Map<string, Disputed>> {
  if (proposals.length === 0) return new Map()
  const rows = await db.selectFrom('dispute').selectAll().where('proposal_id', 'in', proposals).execute()
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const said = await db
    .selectFrom('dispute_statement')
    .selectAll()
    .where('dispute_id', 'in', ids)
    .orderBy('id')
    .execute()
  return new Map(
    rows.map((row) => [row.proposal_id, { ...row, statements: said.filter((one) => one.dispute_id === row.id) }]),
  )
}

function shownDispute({ amount, ruled, from_deposit }: ProposalRow, dispute: Disputed | undefined) {
  if (!dispute) return null
  const { id, opened_by, opened_at, decide_by, decided_at, reason, statements } = dispute
  return {
    ...{ id, opened_by },
    opened_at: opened_at.toISOString(),
    decide_by: decide_by.toISOString(),
    statements: statements.map(({ side, body, at }) => ({ side, body, at: at.toISOString() })),
    ruling:
      decided_at && ruled !== null
        ? {
            ruling: rulingOf(amount, ruled),
            ...{ amount: ruled, from_deposit, reason: reason ?? '' },
            at: decided_at.toISOString(),
          }
        : null,
  }
}
