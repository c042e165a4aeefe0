import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { decideBy } from '#app/rules/reservation/charges/dispute.ts'
import { siteDatabase } from './database/site-connection.ts'

const AMOUNT = 300_000
const DAY_MS = 86_400_000

/** What a company asks of the customer of a rental that has ended: missing fuel. */
async function leaveCharge(
  reservation_id: string,
  { status = 'OPEN', dataDir }: { status?: 'OPEN' | 'DISPUTED'; dataDir?: string } = {},
): Promise<string> {
  const db = await siteDatabase(dataDir)
  const id = crypto.randomUUID()
  const at = new Date()
  await db
    .insertInto('proposal')
    .values({
      ...{ id, reservation_id, kind: 'RETURN', status, amount: AMOUNT, currency_id: CURRENCY_IDS.IRT },
      ...{ created_at: at, sent_at: at, decided_at: status === 'OPEN' ? null : at },
      lines: JSON.stringify([{ kind: 'fuel', quantity: 2, unit: AMOUNT / 2, amount: AMOUNT }]),
    })
    .execute()
  return id
}

/** A charge that the customer of a rental of the demonstration disputes, the one that waits already if there is one; returns the dispute's id. */
export async function leaveDispute(dataDir?: string): Promise<string> {
  const db = await siteDatabase(dataDir)
  // Not of a rental that another test has just booked and brought back.
  const before = new Date(Date.now() - DAY_MS)
  const waiting = await db
    .selectFrom('dispute')
    .innerJoin('proposal', 'proposal.id', 'proposal_id')
    .innerJoin('reservation', 'reservation.id', 'proposal.reservation_id')
    .select('dispute.id')
    .where('proposal.status', '=', 'DISPUTED')
    .where('reservation.created_at', '<', before)
    .executeTakeFirst()
  if (waiting) return waiting.id
  const { id: reservation } = await db
    .selectFrom('reservation')
    .select('id')
    .where('status', '=', 'COMPLETED')
    .where('created_at', '<', before)
    .where('id', 'not in', db.selectFrom('proposal').select('reservation_id'))
    .orderBy('end_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const id = await leaveCharge(reservation, { status: 'DISPUTED', ...(dataDir && { dataDir }) })
  const at = new Date()
  await db
    .insertInto('dispute')
    .values({ id, proposal_id: id, opened_by: 'CUSTOMER', opened_at: at, decide_by: decideBy(at) })
    .execute()
  await db
    .insertInto('dispute_statement')
    .values({ dispute_id: id, side: 'CUSTOMER', body: 'The tank was full.', at })
    .execute()
  return id
}
