import { sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { BACK_BY, depositRows } from '#app/db/deposit.ts'
import { notify } from './notify.ts'

const BATCH = 50
/** The hour of the city's day from which companies are reminded, and the days for which an overdue one is looked for. Source: *ours*. */
const FROM_HOUR = 9
const OVERDUE_DAYS = 30

type Kind = 'depositSoon' | 'depositOverdue'

/**
 * Reminds companies of deposits that are due back tomorrow, and of those that are overdue: each once, however many processes do it.
 * A deposit whose return was undone and made again on another day is reminded of again. Source: issue 19, B.
 */
export async function remindOfDeposits(deps: Deps): Promise<void> {
  for (const kind of ['depositSoon', 'depositOverdue'] as const) while ((await remindBatch(deps, kind)) === BATCH);
}

async function remindBatch(deps: Deps, kind: Kind): Promise<number> {
  const local = sql`(${deps.now()}::timestamptz at time zone city.zone)`
  const backBy = sql`${BACK_BY}::date`
  const name = sql<string>`${kind}::text || ' ' || reservation.id || ' ' || ${BACK_BY}`
  const isDue =
    kind === 'depositSoon'
      ? sql<boolean>`${backBy} - 1 = ${local}::date`
      : sql<boolean>`${backBy} < ${local}::date and ${backBy} > ${local}::date - ${OVERDUE_DAYS}::int`
  return inTransaction(deps.db, async (tx) => {
    const rows = await depositRows(tx)
      .select([name.as('once'), 'deposit.held', BACK_BY.as('back_by')])
      .where('deposit.held', '>', 0)
      .where('ended.on', 'is not', null)
      .where(isDue)
      .where(sql<boolean>`extract(hour from ${local}) >= ${FROM_HOUR}`)
      .where(
        sql<boolean>`not exists (select from notification n
          where n.reservation_id = reservation.id and starts_with(n.once, ${name}))`,
      )
      .orderBy('reservation.id')
      .limit(BATCH)
      .forUpdate('reservation')
      .skipLocked()
      .execute()
    for (const { id, once, held, back_by } of rows)
      await notify(deps, tx, { kind, reservation: id, once, amount: held ?? 0, day: back_by })
    return rows.length
  })
}
