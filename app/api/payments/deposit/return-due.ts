import { sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import { BACK_BY, depositRows } from '#app/db/deposit.ts'
import { returnedByItself } from '#app/rules/reservation/deposit.ts'
import { CALLED_OFF, NO_SHOW, UNDO_MINUTES } from '#app/rules/reservation/reservation-status.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { returnOnlineDeposit } from './online-deposit.ts'

const BATCH = 50

/** What charges that may still be owed ask for and is not paid. */
const CLAIMED = sql<number>`(select coalesce(sum(coalesce(ruled, amount) - from_deposit), 0)::bigint from proposal
  where proposal.reservation_id = reservation.id and proposal.status in ('OPEN', 'ACCEPTED', 'DISPUTED', 'RULED'))`

/**
 * Gives deposits back that were paid online and are nobody's business any more (`returnedByItself`): of rentals that were called off, a
 * no-show once it can't be undone, and after the last day for it. Returns how many; each is given back once, however many processes do it.
 */
export async function returnDueDeposits(deps: Deps): Promise<number> {
  const at = deps.now()
  const undoable = new Date(at.getTime() - UNDO_MINUTES * MINUTE_MS)
  const isCalledOff = sql<boolean>`reservation.status in ${literalList(CALLED_OFF)}`
  return inTransaction(deps.db, async (tx) => {
    const due = await depositRows(tx)
      .select(['deposit.held', CLAIMED.as('claimed'), isCalledOff.as('is_called_off')])
      .where('deposit.way', '=', 'ONLINE')
      .where('deposit.held', '>', 0)
      .where((of) =>
        of.or([
          of.and([
            isCalledOff,
            sql<boolean>`not exists (select from reservation_event where reservation_id = reservation.id
              and reason = ${NO_SHOW} and reservation_event.at > ${undoable})`,
          ]),
          of.and([
            of('reservation.status', '=', 'COMPLETED'),
            sql<boolean>`${BACK_BY}::date < (${at}::timestamptz at time zone city.zone)::date`,
            sql<boolean>`${CLAIMED} < deposit.held`,
          ]),
        ]),
      )
      .orderBy('reservation.id')
      .limit(BATCH)
      .forUpdate('reservation')
      .skipLocked()
      .execute()
    for (const { id, held, claimed, is_called_off } of due) {
      const amount = returnedByItself({ held: held ?? 0, claimed: Number(claimed), isCalledOff: is_called_off })
      await returnOnlineDeposit(deps, tx, await lockReservation(tx, id), { amount, by: null, at })
    }
    return due.length
  })
}
