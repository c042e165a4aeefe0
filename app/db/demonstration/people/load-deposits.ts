import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { DepositWay } from '#app/rules/reservation/protocol.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { newId } from './new-id.ts'
import { payDepositOfStay } from './stay-money.ts'

const COMPANY = 12

/** How long ago the rental of each ended, in days: one deposit is due back tomorrow and one is overdue. As a company gives back within seven. */
const HELD: readonly { before: number; way: DepositWay; amount: number; reference: string }[] = [
  { before: 6, way: 'CARD_HOLD', amount: 15_000_000, reference: '418820' },
  { before: 9, way: 'CHEQUE', amount: 20_000_000, reference: '771204' },
]

/** What was paid online, for a rental that ended so many days ago at least. */
const ONLINE = { before: 2, amount: 12_000_000 }

/** Loads two deposits that the demonstration's agency still holds. Both are promises, so no money is in the books for them. */
export async function loadDeposits(tx: Kysely<DB>, now: Date): Promise<void> {
  const returns = await returnsOf(tx)
  const used = new Set<string>()
  for (const { before, way, amount, reference } of HELD) {
    const latest = now.getTime() - (before - 1) * DAY_MS
    const one = returns.find(({ reservation_id, done_at }) => done_at.getTime() < latest && !used.has(reservation_id))
    if (!one) continue
    used.add(one.reservation_id)
    await tx
      .insertInto('desk_money')
      .values({
        ...{ id: newId(), reservation_id: one.reservation_id, protocol_id: one.protocol, purpose: 'DEPOSIT' },
        ...{ way, amount, reference, account_id: one.account_id, at: one.out_at },
      })
      .execute()
  }
}

/** Loads a deposit that was paid online and is due back, and lets the demonstration's agency take deposits that way. */
export async function loadOnlineDeposit(tx: Kysely<DB>, now: Date): Promise<void> {
  await tx.updateTable('company').set({ deposit_online: true }).where('id', '=', COMPANY).execute()
  const latest = now.getTime() - ONLINE.before * DAY_MS
  const one = (await returnsOf(tx)).find(({ done_at, held }) => held === null && done_at.getTime() < latest)
  if (!one) return
  const { reservation_id: reservation, out_at } = one
  await payDepositOfStay(tx, { reservation, amount: ONLINE.amount, at: new Date(out_at.getTime() - DAY_MS), newId })
}

/** The rentals of the agency whose vehicle came back, the latest first, with what was held of each. */
function returnsOf(tx: Kysely<DB>) {
  return tx
    .selectFrom('protocol as back')
    .innerJoin('protocol as out', 'out.reservation_id', 'back.reservation_id')
    .innerJoin('reservation', 'reservation.id', 'back.reservation_id')
    .leftJoin('deposit', 'deposit.reservation_id', 'reservation.id')
    .select('deposit.held')
    .select(['back.reservation_id', 'back.done_at', 'out.id as protocol', 'out.done_at as out_at', 'out.account_id'])
    .where('reservation.company_id', '=', COMPANY)
    .where('reservation.status', '=', 'COMPLETED')
    .where('back.kind', '=', 'RETURN')
    .where('out.kind', '=', 'PICK_UP')
    .orderBy('back.done_at', 'desc')
    .execute()
}
