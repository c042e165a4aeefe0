import { type Kysely, sql } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { correctionRows, shownCorrection } from '#app/api/operator/payments/correction-rows.ts'
import { batchRows, shownBatch } from '#app/api/operator/payouts/payouts.ts'
import { limitsIn } from '#app/api/operator/settings/code-limits.ts'
import { configIn } from '#app/api/operator/settings/site-config.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { type RequestKind, WORK_OF_REQUEST } from '#app/rules/access/approval-request.ts'
import { doesWork } from '#app/rules/access/operator-role.ts'
import type { Language } from '#app/rules/constants.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { announceChange, applyChange } from './approval-requests.ts'

type Waiting = { source: 'CORRECTION' | 'PAYOUTS' | 'REQUEST'; id: number }

/** Everything that waits for a second operator, of any kind, oldest first. */
export const approvals = api.operator.approvals.list.handler(async ({ input: { page, size }, context }) => {
  const { deps, person, language } = context
  const { db } = deps
  const count = await countApprovals(db, person)
  const { rows } = await sql<Waiting>`select source, id from (${waitingFor(person)}) as waiting
    order by at, source, id limit ${size} offset ${pageSlice(page, count, size).start}`.execute(db)
  const results = await Promise.all(rows.map((row) => shownApproval(db, row, { caller: person.id, language })))
  return { count, results }
})

/** The number of requests for a person. */
export async function countApprovals(db: Kysely<DB>, person: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (${waitingFor(person)}) as waiting`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * A second operator's decision; the author can only withdraw. Throws APPROVAL_DECIDED if it was decided before, or the
 * author approves it, NOT_FOUND if it is not the caller's work, and INVALID_FIELDS if it is no longer possible.
 */
export const decideApproval = api.operator.approvals.decide.handler(async ({ input: { id, approved }, context }) => {
  const { deps, person } = context
  const change = await inTransaction(deps.db, async (tx) => {
    const request = await tx
      .selectFrom('approval_request')
      .selectAll()
      .where('id', '=', id)
      .where(isSeenBy(person))
      .forUpdate()
      .executeTakeFirst()
    if (!request) throw errors.NOT_FOUND()
    const isOwn = request.requested_by === person.id
    if (request.status !== 'WAITING' || (isOwn && approved)) throw errors.APPROVAL_DECIDED()
    await giveReason(tx, request.reason)
    const { change, requested_at: requestedAt } = request
    if (approved) await applyChange(deps, tx, { change, by: person.id, requestedAt })
    const decided = { decided_by: person.id, decided_at: deps.now() }
    await tx
      .updateTable('approval_request')
      .set({ status: approved ? 'DONE' : 'REFUSED', ...decided })
      .where('id', '=', id)
      .execute()
    return change
  })
  if (approved) await announceChange(deps, change)
  return { id, approved }
})

function waitingFor(person: Person) {
  const isMoney = sql.lit(doesWork(person.operatorRole, ['MONEY']))
  return sql`
    select 'CORRECTION' as source, id, requested_at as at from wallet_correction where status = 'WAITING' and ${isMoney}
    union all
    select 'PAYOUTS', id, created_at from payout_batch where needs_approval and approved_at is null and ${isMoney}
      and exists (select from payout where batch_id = payout_batch.id and status = 'OPEN')
    union all
    select 'REQUEST', id, requested_at from approval_request where status = 'WAITING' and ${isSeenBy(person)}`
}

/**
 * The person's own requests, those of their work, and a change of operators if nobody else could approve it: if only
 * its author may do everything, any colleague is the second operator.
 */
function isSeenBy({ id, operatorRole }: Person) {
  const kinds = (Object.keys(WORK_OF_REQUEST) as RequestKind[]).filter((kind) =>
    doesWork(operatorRole, WORK_OF_REQUEST[kind]),
  )
  return sql<boolean>`(requested_by = ${id} or approval_request.kind = any (${kinds}) or (approval_request.kind = 'OPERATOR'
    and not exists (select from account as other where other.role = 'ADMIN' and other.operator_role = 'ALL'
      and other.id <> requested_by)))`
}

type Reader = { caller: string; language: Language }

async function shownApproval(db: Kysely<DB>, { source, id }: Waiting, { caller, language }: Reader) {
  if (source === 'CORRECTION') {
    const row = await correctionRows(db).where('wallet_correction.id', '=', id).executeTakeFirstOrThrow()
    const correction = shownCorrection(row, caller)
    const { reason, requested_at, requested_by } = correction
    return {
      ...{ kind: 'CORRECTION' as const, id, reason, requested_at, requested_by, correction },
      is_own: row.requested_by === caller,
    }
  }
  if (source === 'PAYOUTS') {
    const batch = await batchRows(db)
      .leftJoin('account as maker', 'maker.id', 'payout_batch.created_by')
      .select(['payout_batch.created_by', 'maker.fullname as maker'])
      .groupBy('maker.fullname')
      .where('payout_batch.id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      ...{ kind: 'PAYOUTS' as const, id, reason: '', batch: shownBatch(batch) },
      requested_at: batch.created_at.toISOString(),
      requested_by: batch.maker ?? batch.created_by ?? '',
      is_own: batch.created_by === caller,
    }
  }
  return shownRequest(db, id, { caller, language })
}

async function shownRequest(db: Kysely<DB>, id: number, { caller, language }: Reader) {
  const { change, reason, requested_at, requested_by, asker } = await db
    .selectFrom('approval_request')
    .innerJoin('account', 'account.id', 'requested_by')
    .select(['change', 'reason', 'requested_at', 'requested_by', 'fullname as asker'])
    .where('approval_request.id', '=', id)
    .executeTakeFirstOrThrow()
  const requested = {
    ...{ id, reason, requested_at: requested_at.toISOString() },
    ...{ requested_by: asker ?? requested_by, is_own: requested_by === caller },
  }
  switch (change.kind) {
    case 'OPERATOR': {
      const { role, operator_role, ...person } = await someone(db, change.account)
      const before = role === 'ADMIN' ? operator_role : null
      return { ...requested, kind: change.kind, person, before, after: change.role }
    }
    case 'SECOND_FACTOR': {
      const { id, name, phone } = await someone(db, change.account)
      return { ...requested, kind: change.kind, person: { id, name, phone } }
    }
    case 'CONFIG': {
      const { kind, ...after } = change
      const { euro_rate, approval_irt, approval_eur } = await configIn(db)
      return { ...requested, kind, before: { euro_rate, approval_irt, approval_eur }, after }
    }
    case 'CARD_RETURN':
      return {
        ...requested,
        kind: change.kind,
        payment: await shownPayment(db, change.payment),
        outcome: change.outcome,
      }
    case 'REVIEW':
      return {
        ...requested,
        kind: change.kind,
        payment: await shownPayment(db, change.payment),
        outcome: change.outcome,
      }
    case 'RULING':
      return { ...requested, kind: change.kind, dispute: await shownDispute(db, change) }
    case 'CODE': {
      const limits = (await limitsIn({ db }, language))(change.code)
      const code = { cap: null, percent: null, amount: null, ...change.code, ...limits }
      return { ...requested, kind: change.kind, code }
    }
    case 'HOLDER': {
      const { name, holder, iban } = await db
        .selectFrom('company')
        .innerJoin('company_bank', 'company_bank.company_id', 'company.id')
        .select(['name', 'holder', 'iban'])
        .where('company.id', '=', change.company)
        .executeTakeFirstOrThrow()
      const company = { id: change.company, name: wordingIn(language, name) }
      return { ...requested, kind: change.kind, company, holder, iban }
    }
    case 'COMMISSION': {
      const { name, commission_percent, own_booking_percent } = await db
        .selectFrom('company')
        .select(['name', 'commission_percent', 'own_booking_percent'])
        .where('id', '=', change.company)
        .executeTakeFirstOrThrow()
      const company = { id: change.company, name: wordingIn(language, name) }
      const { percent, own_percent } = change
      const changesOwn = own_percent !== undefined && own_percent !== own_booking_percent
      const own = changesOwn ? { before: own_booking_percent, after: own_percent } : null
      return { ...requested, kind: change.kind, company, before: commission_percent, after: percent, own }
    }
  }
}

async function shownPayment(db: Kysely<DB>, of: string) {
  const payment = await db
    .selectFrom('payment')
    .select(['id', 'number', 'amount', 'currency_id'])
    .where('id', '=', of)
    .executeTakeFirstOrThrow()
  const { id, number, amount } = payment
  return { id, number: String(number), amount, currency: currencyIn(payment) }
}

async function shownDispute(db: Kysely<DB>, { dispute: id, ruled }: { dispute: string; ruled: number }) {
  const found = await db
    .selectFrom('dispute')
    .innerJoin('proposal', 'proposal.id', 'proposal_id')
    .innerJoin('reservation', 'reservation.id', 'reservation_id')
    .select(['reservation.number', 'proposal.amount', 'proposal.currency_id'])
    .where('dispute.id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, number: numberOf(found), asked: found.amount, ruled, currency: currencyIn(found) }
}

async function someone(db: Kysely<DB>, id: string) {
  const { fullname, ...person } = await db
    .selectFrom('account')
    .select(['id', 'fullname', 'phone', 'role', 'operator_role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...person, name: fullname ?? person.phone }
}
