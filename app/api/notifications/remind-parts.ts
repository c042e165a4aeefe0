import { sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { IS_NEXT_PART, LEFT_OF_PART, openParts } from '#app/db/monthly.ts'
import { notify } from './notify.ts'

const BATCH = 50
/** The hour of the city's day from which people are reminded; days before the due date, and for which a late part is looked for. Source: *ours*. */
const FROM_HOUR = 10
const SOON_DAYS = 2
const LATE_DAYS = 30

type Kind = 'partSoon' | 'partLate' | 'partOverdue'

/**
 * Reminds customers two days before a monthly part is due and when it is late, and notifies the company of a late one: each once for a
 * part and its due date, however many processes do it. A due date that is moved is reminded of again. Source: issue 19, A.
 */
export async function remindOfParts(deps: Deps): Promise<void> {
  for (const kind of ['partSoon', 'partLate', 'partOverdue'] as const)
    while ((await remindBatch(deps, kind)) === BATCH);
}

async function remindBatch(deps: Deps, kind: Kind): Promise<number> {
  const local = sql`(${deps.now()}::timestamptz at time zone city.zone)`
  const name = sql<string>`${kind}::text || ' ' || reservation.id || ' ' || part.position || ' ' || part.due_on`
  const isDue =
    kind === 'partSoon'
      ? sql<boolean>`part.due_on >= ${local}::date and part.due_on <= ${local}::date + ${SOON_DAYS}::int`
      : sql<boolean>`part.due_on < ${local}::date and part.due_on > ${local}::date - ${LATE_DAYS}::int`
  return inTransaction(deps.db, async (tx) => {
    const rows = await openParts(tx)
      .select(['reservation.id', 'part.due_on', LEFT_OF_PART.as('left'), name.as('once')])
      .where(IS_NEXT_PART)
      .where(isDue)
      .where(sql<boolean>`extract(hour from ${local}) >= ${FROM_HOUR}`)
      // Whoever has just received the link to pay needs no reminder.
      .where('part.created_at', '<', sql<Date>`${deps.now()}::timestamptz - interval '6 hours'`)
      .where(
        sql<boolean>`not exists (select from notification n
          where n.reservation_id = reservation.id and starts_with(n.once, ${name}))`,
      )
      .orderBy('reservation.id')
      .limit(BATCH)
      .forUpdate('reservation')
      .skipLocked()
      .execute()
    for (const { id, once, left, due_on } of rows)
      await notify(deps, tx, { kind, reservation: id, once, amount: left, day: due_on })
    return rows.length
  })
}
