import { type SqlBool, sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from './notify.ts'

type Reminder = {
  kind: 'pickUpTomorrow' | 'returnToday' | 'arrivingToday' | 'confirmSoon'
  /** The condition for reservations, in SQL over `reservation r` and `city c`; `local` is the city's local time. */
  due: (local: ReturnType<typeof sql>, now: Date) => ReturnType<typeof sql<SqlBool>>
}

const BATCH = 50

/**
 * Reminders: sent by time and not after an action. The hours are the city's, so that nobody is woken; a company is
 * reminded two hours before its deadline, at any hour. Source: *ours*.
 */
const REMINDERS: Reminder[] = [
  {
    kind: 'pickUpTomorrow',
    // Somebody who has just booked needs no reminder.
    due: (
      local,
      now,
    ) => sql`r.status = 'CONFIRMED' and r.start_at > ${now} and r.start_at < ${now}::timestamptz + interval '50 hours'
      and r.created_at < ${now}::timestamptz - interval '6 hours'
      and r.start_date - 1 = ${local}::date and extract(hour from ${local}) >= 10`,
  },
  {
    kind: 'returnToday',
    due: (
      local,
      now,
    ) => sql`r.status = 'ACTIVE' and r.end_at > ${now} and r.end_at < ${now}::timestamptz + interval '26 hours'
      and r.end_date = ${local}::date and extract(hour from ${local}) >= 8`,
  },
  {
    kind: 'arrivingToday',
    due: (
      local,
      now,
    ) => sql`r.status = 'CONFIRMED' and r.start_at > ${now} and r.start_at < ${now}::timestamptz + interval '26 hours'
      and r.start_date = ${local}::date and extract(hour from ${local}) >= 7`,
  },
  {
    kind: 'confirmSoon',
    // Somebody with less time from the beginning has just been notified.
    due: (_, now) => sql`r.status = 'AWAITING_CONFIRMATION' and r.confirm_by > ${now}
      and r.confirm_by <= ${now}::timestamptz + interval '2 hours'
      and not exists (select from reservation_event e where e.reservation_id = r.id
        and e.status = 'AWAITING_CONFIRMATION' and e.ad_id is null and e.at > ${now}::timestamptz - interval '1 hour')`,
  },
]

/**
 * Writes the reminders that are due, each once, however many processes do it; a rental that moves is reminded of again.
 */
export async function remind(deps: Deps): Promise<void> {
  for (const reminder of REMINDERS) while ((await remindBatch(deps, reminder)) === BATCH);
}

async function remindBatch(deps: Deps, { kind, due }: Reminder): Promise<number> {
  const now = deps.now()
  const local = sql`(${now}::timestamptz at time zone c.zone)`
  const name = sql<string>`${kind}::text || ' ' || r.id || ' ' || case
    when r.status = 'AWAITING_CONFIRMATION' then r.confirm_by::date
    when r.status = 'ACTIVE' then r.end_date else r.start_date end`
  return inTransaction(deps.db, async (tx) => {
    const { rows } = await sql<{ id: string; once: string }>`
      select r.id, ${name} as once from reservation r join city c on c.id = r.city_id
      where ${due(local, now)}
        and not exists (select from notification n where n.reservation_id = r.id and starts_with(n.once, ${name}))
      order by r.id limit ${BATCH} for update of r skip locked`.execute(tx)
    for (const { id, once } of rows) await notify(deps, tx, { kind, reservation: id, once })
    return rows.length
  })
}
