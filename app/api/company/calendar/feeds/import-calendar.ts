import type { Selectable } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { BUSY, TAKING } from '#app/db/prices/free.ts'
import { CalendarNotFetched } from '#app/providers/calendars/calendar-fetch.ts'
import { CalendarNotRead, type ReadCalendar } from '#app/providers/calendars/read-calendar.ts'
import { OPEN } from '#app/rules/reservation/reservation-status.ts'
import { DAY_MS, HOUR_MS } from '#app/rules/time/durations.ts'
import { joinSpans, type Span, withoutSpans } from '#app/rules/time/spans.ts'

type Source = Pick<
  Selectable<DB['calendar_source']>,
  'id' | 'ad_id' | 'company_id' | 'address' | 'problem' | 'times_too_complex'
> & { zone: string }

const DAYS_AHEAD = 400

/**
 * The job of every ten minutes: each calendar gets a job of its own, so that a slow one does not delay the others. One
 * that was too complex is skipped for an hour, and twice as long each time, up to a day.
 */
export async function importCalendars(deps: Deps): Promise<void> {
  const sources = await deps.db
    .selectFrom('calendar_source')
    .select('id')
    .where((of) => of.or([of('next_at', 'is', null), of('next_at', '<=', deps.now())]))
    .execute()
  for (const { id } of sources) await deps.enqueue(deps.db, 'import-calendar', { source: id })
}

/**
 * Reads an external calendar and blocks its vehicle as listed, wherever it is not taken already; former events that are
 * no longer listed are freed. Overlapping reservations are stored, and the company is notified of each once. If it
 * cannot be read, its blocks stay.
 */
export async function importCalendar(deps: Deps, id: number): Promise<void> {
  const source = await deps.db
    .selectFrom('calendar_source')
    .innerJoin('ad', 'ad.id', 'calendar_source.ad_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .select(['calendar_source.id', 'calendar_source.ad_id', 'calendar_source.company_id', 'calendar_source.address'])
    .select(['calendar_source.problem', 'calendar_source.times_too_complex', 'city.zone'])
    .where('calendar_source.id', '=', id)
    .executeTakeFirst()
  if (!source) return
  const now = deps.now()
  const read = await readSource(deps, source, now)
  if ('problem' in read) {
    await inTransaction(deps.db, (tx) => noteProblem(deps, tx, { source, problem: read.problem, now }))
    return
  }
  await inTransaction(deps.db, async (tx) => {
    const kept = await tx
      .updateTable('calendar_source')
      .set({
        problem: null,
        checked_at: now,
        times_too_complex: 0,
        next_at: null,
        events: read.entries.length,
        unreadable: JSON.stringify(read.wrong),
      })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    // Removed meanwhile.
    if (!kept) return
    await blockAsSaid(tx, source, { read, now })
    await rememberConflicts(deps, tx, { source, read, now })
  })
}

async function readSource(deps: Deps, source: Source, now: Date): Promise<ReadCalendar | { problem: string }> {
  const until = new Date(now.getTime() + DAYS_AHEAD * DAY_MS)
  try {
    const text = await deps.fetchCalendar(source.address)
    return await deps.readCalendar(text, { from: now, until, zone: source.zone })
  } catch (error) {
    if (error instanceof CalendarNotFetched || error instanceof CalendarNotRead) return { problem: error.problem }
    throw error
  }
}

/** Notifies the company when a calendar becomes too complex, because its vehicle may be taken there and free here. */
async function noteProblem(
  deps: Deps,
  tx: Tx,
  { source, problem, now }: { source: Source; problem: string; now: Date },
) {
  const isTooComplex = problem === 'too_complex'
  const times_too_complex = isTooComplex ? source.times_too_complex + 1 : 0
  const pause = Math.min(HOUR_MS * 2 ** (times_too_complex - 1), DAY_MS)
  const next_at = isTooComplex ? new Date(now.getTime() + pause) : null
  await tx
    .updateTable('calendar_source')
    .set({ problem, checked_at: now, times_too_complex, next_at })
    .where('id', '=', source.id)
    .execute()
  if (!isTooComplex || source.problem === problem) return
  const { host } = new URL(source.address)
  await notify(deps, tx, { kind: 'calendarTooComplex', company: source.company_id, host })
}

/** Replaces the calendar's blocks by its present events, without those that overlap with something else. */
async function blockAsSaid(tx: Tx, { id, ad_id }: Source, { read, now }: { read: ReadCalendar; now: Date }) {
  await tx.deleteFrom('busy').where('source_id', '=', id).where('end_at', '>', now).execute()
  const others = await tx
    .selectFrom('busy')
    .select(['start_at', 'end_at'])
    .where('ad_id', '=', ad_id)
    .where('status', 'in', TAKING)
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
      .values({
        ad_id,
        kind: 'BLOCK',
        status: BUSY.FIRM,
        source_id: id,
        note: named?.summary ?? null,
        start_at,
        end_at,
      })
      // Somebody has booked it at this moment: the next run finds a conflict.
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
    .where('busy.status', 'in', TAKING)
    .where('reservation.status', 'in', OPEN)
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
