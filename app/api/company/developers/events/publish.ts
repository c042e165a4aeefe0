import { sql } from 'kysely'
import { withDeskIds } from '#app/api/call/admission/desk-ids.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { EVENTS_KEPT_DAYS } from '#app/rules/access/api-event.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { eventData, type WrittenEvent } from './event-data.ts'

const BATCH = 200
const FORGOTTEN_AT_ONCE = 2_000

/**
 * Gives the oldest committed events that wait for it their places in the order, and their content: the API's representation of what
 * they are about, as it is now. One process at a time, so that an event never appears before one that was read already. An event
 * whose thing is gone is removed; one that cannot be represented delays no other, and its error is thrown at the end. Returns how
 * many there were. Source: *ours*.
 */
export async function publishEvents(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const waiting = deps.db.selectFrom('event').select('id').where('position', 'is', null).limit(1)
  if (!(await waiting.executeTakeFirst())) return 0
  const errors: unknown[] = []
  const count = await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, 'events')
    const written = await tx
      .selectFrom('event')
      .select(['id', 'company_id', 'type', 'subject'])
      .where('position', 'is', null)
      .orderBy('written')
      .limit(BATCH)
      .execute()
    errors.splice(0)
    for (const event of written)
      await inTransaction(tx, (part) => publish(part, event, deps.now())).catch((error) => errors.push(error))
    return written.length
  })
  if (errors.length > 0) throw errors[0]
  return count
}

async function publish(tx: Tx, event: WrittenEvent, now: Date) {
  const data = await eventData(tx, event, now)
  if (!data) {
    await tx.deleteFrom('event').where('id', '=', event.id).execute()
    return
  }
  const shown = await withDeskIds(tx, event.company_id, data)
  await tx
    .updateTable('event')
    .set({ position: sql`nextval('event_position')`, data: JSON.stringify(shown) })
    .where('id', '=', event.id)
    .execute()
  // To all endpoints that want it, at once.
  await sql`
    insert into webhook_delivery (webhook_id, event_id, next_at, created_at)
    select id, ${event.id}, ${now}, ${now} from webhook
    where company_id = ${event.company_id} and is_on and (events = '{}' or ${event.type} = any(events))`.execute(tx)
}

/** Deletes a part of what is too old to be read, with its deliveries, and tests that were sent as long ago. Returns how many there were. */
export async function forgetEvents({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - EVENTS_KEPT_DAYS * DAY_MS)
  const { rows } = await sql<{ events: number; tests: number }>`
    with events as (delete from event where id in (select id from event where at < ${before} limit ${FORGOTTEN_AT_ONCE}) returning 1),
      tests as (delete from webhook_delivery where id in (select id from webhook_delivery
        where event_id is null and created_at < ${before} limit ${FORGOTTEN_AT_ONCE}) returning 1)
    select (select count(*) from events) as events, (select count(*) from tests) as tests`.execute(db)
  return Number(rows[0]?.events ?? 0) + Number(rows[0]?.tests ?? 0)
}
