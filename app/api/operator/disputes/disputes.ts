import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readReservation } from '#app/api/reservations/read/read.ts'
import { recordsOf } from '#app/api/reservations/read/records/records.ts'
import { voucherOf } from '#app/api/reservations/read/voucher/voucher.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import type { DisputeSide } from '#app/rules/reservation/charges/dispute.ts'

type Reader = { language: Language; now: Date }

/** Disputes of what companies ask for: open ones by their deadline, closed ones the latest first. */
export const list = api.operator.disputes.list.handler(async ({ input: { page, size, list: which }, context }) => {
  const { deps, language } = context
  const isOpen = which === 'OPEN'
  const found = disputeRows(deps.db).where('proposal.status', isOpen ? '=' : '<>', 'DISPUTED')
  const { count, rows } = await pageRows(
    found
      .$if(isOpen, (query) => query.orderBy('decide_by'))
      .$if(!isOpen, (query) => query.orderBy(sql`coalesce(dispute.decided_at, proposal.decided_at)`, 'desc'))
      .orderBy('dispute.id'),
    { page, size },
  )
  const reader = { language, now: deps.now() }
  return { count, results: rows.map((row) => lineOf(row, reader)) }
})

/** One of them with all that speaks for either side. Throws NOT_FOUND. */
export const read = api.operator.disputes.read.handler(async ({ input: { id }, context }) => {
  const { deps, language } = context
  const row = await disputeRows(deps.db).where('dispute.id', '=', id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const now = deps.now()
  const reservation = await readReservation(deps.db, row.reservation_id)
  const [{ ad, city }, records, judge] = await Promise.all([
    voucherOf(deps, reservation, language),
    recordsOf(deps.db, reservation, { isCustomer: true, now }),
    deps.db
      .selectFrom('account')
      .select('fullname')
      .where('id', '=', row.decided_by ?? '')
      .executeTakeFirst(),
  ])
  const proposal = records.proposals.find((one) => one.id === row.proposal_id)
  if (!proposal) throw errors.NOT_FOUND()
  return {
    ...lineOf(row, { language, now }),
    reservation: reservation.id,
    vehicle: ad.title,
    category: ad.category,
    zone: city.zone,
    ...{ proposal, records },
    decided_by: judge?.fullname ?? null,
  }
})

function disputeRows(db: Kysely<DB>) {
  return db
    .selectFrom('dispute')
    .innerJoin('proposal', 'proposal.id', 'dispute.proposal_id')
    .innerJoin('reservation', 'reservation.id', 'proposal.reservation_id')
    .innerJoin('company', 'company.id', 'reservation.company_id')
    .select(['dispute.id', 'proposal_id', 'opened_by', 'opened_at', 'decide_by', 'decided_by'])
    .select(['proposal.status', 'proposal.amount', 'proposal.currency_id', 'proposal.reservation_id'])
    .select(['reservation.number', 'fullname', 'reservation.company_id', 'company.name'])
    .select([
      sql<
        DisputeSide[]
      >`array(select distinct side from dispute_statement where dispute_id = dispute.id order by side)`.as('heard'),
      sql<boolean>`exists (select from approval_request request where request.kind = 'RULING'
        and request.subject = dispute.id and request.status = 'WAITING')`.as('requested'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof disputeRows>['execute']>>[number]

function lineOf(row: Row, { language, now }: Reader) {
  const { id, fullname, status, amount, opened_by, opened_at, decide_by, heard, requested } = row
  return {
    ...{ id, fullname, status, amount, opened_by, heard, requested },
    number: numberOf(row),
    company: { id: row.company_id, name: wordingIn(language, row.name) },
    currency: currencyIn(row),
    opened_at: opened_at.toISOString(),
    decide_by: decide_by.toISOString(),
    late: status === 'DISPUTED' && decide_by <= now,
  }
}
