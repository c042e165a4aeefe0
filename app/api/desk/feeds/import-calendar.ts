import type { Selectable } from 'kysely'
import type { Deps, Tx } from '#app/api/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { inTransaction } from '#app/api/transaction.ts'
import type { DB } from '#app/db/schema.ts'
import { CalendarNotFetched } from '#app/providers/calendar-fetch.ts'
import { CalendarNotRead, type ReadCalendar, readCalendar } from '#app/providers/read-calendar.ts'
import { joinSpans, type Span, withoutSpans } from '#app/rules/spans.ts'

type Source = Pick<Selectable<DB['calendar_source']>, 'id' | 'ad_id' | 'address'> & { zone: string }

const DAY_MS = 86_400_000
const DAYS_AHEAD = 400
const HELD = [1, 2] as const

/** The job of every ten minutes: each calendar has a job of its own, so that a slow one holds up no other. */
export async function importCalendars(deps: Deps): Promise<void> {
  const sources = await deps.db.selectFrom('calendar_source').select('id').execute()
  for (const { id } of sources) await deps.enqueue(deps.db, 'import-calendar', { source: id })
}

/**
 * Reads another calendar and blocks its vehicle as it says, wherever it is not taken already; what it said before and says
 * no more is free again. Reservations in its way are remembered, and the company is notified of each once. Where it can't be
 * read, what it blocked stays.
 */
export async function importCalendar(deps: Deps, id: number): Promise<void> {
  const source = await deps.db
    .selectFrom('calendar_source')
    .innerJoin('ad', 'ad.id', 'calendar_source.ad_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .select(['calendar_source.id', 'calendar_source.ad_id', 'calendar_source.address', 'city.zone'])
    .where('calendar_source.id', '=', id)
    .executeTakeFirst()
  if (!source) return
  const now = deps.now()
  const read = await readSource(deps, source, now)
  if ('problem' in read) {
    const set = { problem: read.problem, checked_at: now }
    await deps.db.updateTable('calendar_source').set(set).where('id', '=', id).execute()
    return
  }
  await inTransaction(deps.db, async (tx) => {
    const kept = await tx
      .updateTable('calendar_source')
      .set({
        problem: null,
        checked_at: now,
        events: read.entries.length,
        unreadable: JSON.stringify(read.wrong),
      })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    // Taken away meanwhile.
    if (!kept) return
    await blockAsSaid(tx, source, { read, now })
    await rememberConflicts(deps, tx, { source, read, now })
  })
}

async function readSource(deps: Deps, source: Source, now: Date): Promise<ReadCalendar | { problem: string }> {
  const until = new Date(now.getTime() + DAYS_AHEAD * DAY_MS)
  try {
    const text = await deps.fetchCalendar(source.address)
    return readCalendar(text, { from: now, until, zone: source.zone })
  } catch (error) {
    if (error instanceof CalendarNotFetched || error instanceof CalendarNotRead) return { problem: error.problem }
    throw error
  }
}

/** Replaces what the calendar blocked by what it says now, without what others hold. */
async function blockAsSaid(tx: Tx, { id, ad_id }: Source, { read, now }: { read: ReadCalendar; now: Date }) {
  await tx.deleteFrom('busy').where('source_id', '=', id).where('end_at', '>', now).execute()
  const others = await tx
    .selectFrom('busy')
    .select(['start_at', 'end_at'])
    .where('ad_id', '=', ad_id)
    .where('status', 'in', HELD)
    .where('end_at', '>', now)
    .execute()
  const wanted = joinSpans(read.entries.map(({ start, end }) => [start.getTime(), end.getTime()]))
  const held = others.map(({ start_at, end_at }): Span => [start_at.getTime(), end_at.getTime()])
  for (const [start, end] of withoutSpans(wanted, held)) {
    const start_at = new Date(start)
    const end_at = new Date(end)
    const named = read.entries.find((entry) => entry.start < end_at && entry.end > start_at)
    await tx
      .insertInto('busy')
      .values({ ad_id, kind: 'BLOCK', status: 2, source_id: id, note: named?.summary ?? null, start_at, end_at })
      // Somebody booked it this very moment: the next reading finds a conflict.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function rememberConflicts(
  deps: Deps,
  tx: Tx,
  { source, read, now }: { source: Source; read: ReadCalendar; now: Date },
) {
  const { id, ad_id } = source
  const booked = await tx
    .selectFrom('reservation')
    .innerJoin('busy', 'busy.reservation_id', 'reservation.id')
    .select(['reservation.id', 'reservation.start_at', 'reservation.end_at'])
    .where('busy.ad_id', '=', ad_id)
    .where('busy.status', 'in', HELD)
    .where('reservation.status', 'in', ['AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE'])
    .where('reservation.end_at', '>', now)
    .execute()
  const found = booked.flatMap((reservation) => {
    const entry = read.entries.find(({ start, end }) => start < reservation.end_at && end > reservation.start_at)
    return entry ? [{ reservation: reservation.id, entry }] : []
  })
  await tx.deleteFrom('calendar_conflict').where('source_id', '=', id).execute()
  for (const { reservation, entry } of found) {
    const { start: start_at, end: end_at, summary } = entry
    await tx
      .insertInto('calendar_conflict')
      .values({ source_id: id, reservation_id: reservation, start_at, end_at, summary })
      .execute()
    await notify(deps, tx, { kind: 'calendarConflict', reservation, once: `calendar ${id} ${reservation}` })
  }
}
