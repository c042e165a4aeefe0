import { type ExpressionBuilder, sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { PAPERS_DAYS } from '#app/rules/reservation/customer-seen.ts'
import { CALLED_OFF } from '#app/rules/reservation/reservation-status.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { forgetDrivers } from './further-drivers.ts'
import { forgetLicence } from './licence.ts'

const BATCH = 50
/** A trip that was called off needs none; a no-show can be undone for a while. Source: *ours*. */
const CALLED_OFF_DAYS = 1

/**
 * Deletes pictures and numbers of licences 30 days after the return, and a day after a trip was called off: a batch, whose size is
 * returned. A rental under way keeps its own. Source: decisions.md, "What a company sees of a customer".
 */
export async function forgetLicences(deps: Pick<Deps, 'db' | 'enqueue' | 'now'>): Promise<number> {
  const { db, now } = deps
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)
  const endedAt = sql<Date>`coalesce((select max(e.at) from reservation_event e
    where e.reservation_id = reservation.id and e.status = reservation.status and e.status <> 'CONFIRMED'), reservation.end_at)`
  const due = await db
    .selectFrom('reservation')
    .select('reservation.id')
    .where('reservation.id', 'in', (of) => withPapers(of, 'licence_check').union(withPapers(of, 'further_driver')))
    .where('reservation.status', '<>', 'ACTIVE')
    .where((of) =>
      of.or([
        of(endedAt, '<', before(PAPERS_DAYS)),
        of.and([of('reservation.status', 'in', [...CALLED_OFF, 'EXPIRED']), of(endedAt, '<', before(CALLED_OFF_DAYS))]),
      ]),
    )
    .limit(BATCH)
    .execute()
  for (const { id } of due) {
    await inTransaction(db, async (tx) => {
      const keys = [...(await forgetLicence(tx, id)), ...(await forgetDrivers(tx, id))]
      await removeAfterCommit(deps, tx, keys)
    })
  }
  return due.length
}

/** The reservations that keep a picture or a number of a licence. */
function withPapers(of: ExpressionBuilder<DB, 'reservation'>, table: 'licence_check' | 'further_driver') {
  return of
    .selectFrom(table)
    .select('reservation_id')
    .where((one) =>
      one.or([one('front_key', 'is not', null), one('back_key', 'is not', null), one('number', 'is not', null)]),
    )
}
