import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Deps } from '#app/api/call/context.ts'
import { eventsOf } from '#app/api/reservations/read/work-of-day.ts'
import type { TimelineEntry } from '#app/contract/operator/reservations/timeline.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { doesWork } from '#app/rules/access/operator-role.ts'
import type { Language } from '#app/rules/constants.ts'
import { logOf } from './log.ts'
import { deskMoney, movements, payments } from './money.ts'
import { charges, document, notes, protocols } from './records.ts'
import { messages, talk } from './said.ts'

export type Entry = z.infer<typeof TimelineEntry>
type Read = { language: Language; person: Person }

/** More than any trip has; a page of more could not be read. */
const MOST = 500

/**
 * All that happened to a reservation, the oldest first. What people wrote to each other is there for operators of the support, what the
 * audit log has for those who may read it.
 */
export async function timelineOf(deps: Deps, row: ReservationRow, { language, person }: Read) {
  const { db } = deps
  const parts = await Promise.all([
    statuses(deps, row.id),
    payments(db, row.id),
    movements(db, row.id, language),
    deskMoney(db, row.id),
    messages(db, row.id),
    protocols(db, row.id),
    charges(db, row.id),
    document(db, row.id),
    notes(db, row.id),
    doesWork(person.operatorRole, ['SUPPORT']) ? talk(db, row.id) : [],
    doesWork(person.operatorRole, []) ? logOf(db, row.id) : [],
  ])
  const all = parts.flat().sort((one, other) => one.at.localeCompare(other.at))
  // What came first says most about how it came to be; what came last is what is asked about.
  return { entries: all.slice(-MOST), hasMore: all.length > MOST }
}

async function statuses({ db }: Deps, reservation: string): Promise<Entry[]> {
  const rows = await eventsOf(db, reservation)
  return rows.map(({ at, status, actor, reason, by, from, to }) => ({
    what: 'STATUS',
    at: at.toISOString(),
    ...{ status, actor, reason, by },
    moved: from && to ? { from, to } : null,
  }))
}
