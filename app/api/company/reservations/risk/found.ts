import { type Kysely, sql } from 'kysely'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isTaken, TAKING } from '#app/db/prices/free.ts'
import { gapOf } from '#app/db/prices/gap.ts'
import { NEEDED_PAPERS } from '#app/rules/fleet/due.ts'
import { MOVABLE } from '#app/rules/reservation/reservation-status.ts'
import { isEndangered, neededBy, RISK_PAPER_DAYS, type RiskKind } from '#app/rules/reservation/risk.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

/** A rental at risk and why, as it is found. */
export interface FoundRisk {
  kind: RiskKind
  id: string
  start_at: Date
  holder?: { id: string; wanted: Date | null }
  neededBy?: Date
  paper?: { kind: 'INSURANCE' | 'INSPECTION'; until: string }
  block?: { start_at: Date; end_at: Date; note: string | null }
}

/**
 * A company's rentals at risk, the soonest first, each once for its most urgent reason; computed from returns, papers,
 * other calendars and requests for more time. Nothing is ever cancelled by it. Source: issue 19, A.
 */
export async function findRisks(
  db: Kysely<DB>,
  { company, now }: { company: number; now: Date },
): Promise<FoundRisk[]> {
  const found = (
    await Promise.all([
      lateReturns(db, company, now),
      endingPapers(db, company, now),
      otherCalendars(db, company, now),
      askedExtensions(db, company, now),
    ])
  ).flat()
  const seen = new Set<string>()
  return found
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .toSorted((one, other) => one.start_at.getTime() - other.start_at.getTime() || one.id.localeCompare(other.id))
}

/** The rental that comes next on the vehicle of a row of `reservation`. */
function nextRental(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('reservation')
    .innerJoin('ad', 'ad.id', 'reservation.ad_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('busy as b')
          .innerJoin('reservation as next', 'next.id', 'b.reservation_id')
          .select(['next.id', 'next.start_at'])
          .whereRef('b.ad_id', '=', 'reservation.ad_id')
          .where(sql<boolean>`b.status in ${literalList(TAKING)}`)
          .whereRef('b.end_at', '>', 'reservation.end_at')
          .whereRef('next.id', '<>', 'reservation.id')
          .where(sql<boolean>`next.status in ${literalList(MOVABLE)}`)
          .where(isTaken(now))
          .orderBy('b.end_at')
          .limit(1)
          .as('coming'),
      (join) => join.onTrue(),
    )
    .select(['coming.id', 'coming.start_at', 'reservation.id as holder', gapOf().as('gap')])
}

async function lateReturns(db: Kysely<DB>, company: number, now: Date): Promise<FoundRisk[]> {
  const rows = await nextRental(db, now)
    .where('reservation.company_id', '=', company)
    .where('reservation.status', '=', 'ACTIVE')
    .where('reservation.end_at', '<', now)
    .execute()
  return rows
    .filter(({ start_at: pickUp, gap }) => isEndangered({ pickUp, gap, now }))
    .map(({ id, start_at, holder, gap }) => ({
      ...{ kind: 'LATE' as const, id, start_at, holder: { id: holder, wanted: null } },
      neededBy: neededBy(start_at, gap),
    }))
}

/** Who is asked for more time sees what it would touch, also where it still fits. */
async function askedExtensions(db: Kysely<DB>, company: number, now: Date): Promise<FoundRisk[]> {
  const rows = await nextRental(db, now)
    .innerJoin('reservation_change as asked', 'asked.reservation_id', 'reservation.id')
    .select(sql<string>`asked.wanted->>'end_at'`.as('wanted'))
    .where('reservation.company_id', '=', company)
    .where('asked.status', '=', 'ASKED')
    .where('asked.hold_until', '>', now)
    .execute()
  return rows
    .filter(({ start_at: pickUp, gap, wanted }) => isEndangered({ pickUp, gap, now: new Date(wanted) }))
    .map(({ id, start_at, holder, gap, wanted }) => ({
      ...{ kind: 'EXTENSION' as const, id, start_at, holder: { id: holder, wanted: new Date(wanted) } },
      neededBy: neededBy(start_at, gap),
    }))
}

async function endingPapers(db: Kysely<DB>, company: number, now: Date): Promise<FoundRisk[]> {
  const rows = await db
    .selectFrom('vehicle_due as due')
    .innerJoin('reservation', 'reservation.ad_id', 'due.ad_id')
    .select(['reservation.id', 'reservation.start_at', 'due.kind', 'due.due_on'])
    .where('due.company_id', '=', company)
    .where('due.done_on', 'is', null)
    .where('due.kind', 'in', NEEDED_PAPERS)
    .where('reservation.company_id', '=', company)
    .where('reservation.status', 'in', MOVABLE)
    .where('reservation.start_at', '<', new Date(now.getTime() + RISK_PAPER_DAYS * DAY_MS))
    .where('reservation.end_at', '>', now)
    .whereRef('due.due_on', '<', 'reservation.start_date')
    .orderBy('due.due_on')
    .execute()
  return rows.flatMap(({ id, start_at, kind, due_on }) =>
    due_on !== null && (kind === 'INSURANCE' || kind === 'INSPECTION')
      ? [{ kind: 'PAPER' as const, id, start_at, paper: { kind, until: due_on } }]
      : [],
  )
}

async function otherCalendars(db: Kysely<DB>, company: number, now: Date): Promise<FoundRisk[]> {
  const rows = await db
    .selectFrom('calendar_conflict as conflict')
    .innerJoin('reservation', 'reservation.id', 'conflict.reservation_id')
    .select(['reservation.id', 'reservation.start_at', 'conflict.summary'])
    .select(['conflict.start_at as from', 'conflict.end_at as to'])
    .where('reservation.company_id', '=', company)
    .where('reservation.status', 'in', MOVABLE)
    .where('reservation.end_at', '>', now)
    .orderBy('conflict.start_at')
    .execute()
  return rows.map(({ id, start_at, from, to, summary }) => ({
    ...{ kind: 'BLOCK' as const, id, start_at, block: { start_at: from, end_at: to, note: summary } },
  }))
}
