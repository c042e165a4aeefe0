import type { Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { ProposalRow } from '#app/db/protocol.ts'
import { type DisputeSide, decideBy, STATEMENTS_MAX } from '#app/rules/reservation/charges/dispute.ts'

type Said = { side: DisputeSide; message: string; by: string; at: Date }

/** Opens the dispute of a proposal with what its side says; the caller holds its lock and changes its status. */
export async function openDispute(tx: Tx, proposal: ProposalRow, said: Said): Promise<void> {
  const id = publicId()
  const { side, at } = said
  await tx
    .insertInto('dispute')
    .values({ id, proposal_id: proposal.id, opened_by: side, opened_at: at, decide_by: decideBy(at) })
    .execute()
  await writeStatement(tx, id, said)
}

/**
 * Adds what a side says to a dispute that is open; the caller holds the proposal's lock. The same twice in a row is one: false
 * then. Throws INVALID_FIELDS where a side has said enough.
 */
export async function addStatement(tx: Tx, proposal: ProposalRow, said: Said): Promise<boolean> {
  const { id } = await tx
    .selectFrom('dispute')
    .select('id')
    .where('proposal_id', '=', proposal.id)
    .executeTakeFirstOrThrow()
  const own = await tx
    .selectFrom('dispute_statement')
    .select('body')
    .where('dispute_id', '=', id)
    .where('side', '=', said.side)
    .orderBy('id')
    .execute()
  if (own.at(-1)?.body === said.message) return false
  if (own.length >= STATEMENTS_MAX)
    throw invalidFields({ message: ['too_many_statements'] }, { message: { n: STATEMENTS_MAX } })
  await writeStatement(tx, id, said)
  return true
}

async function writeStatement(tx: Tx, dispute: string, { side, message, by, at }: Said) {
  await tx
    .insertInto('dispute_statement')
    .values({ dispute_id: dispute, side, body: message, account_id: by, at })
    .execute()
}
