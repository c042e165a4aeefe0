import { type Kysely, sql } from 'kysely'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { changeOrRequest } from '#app/api/operator/approvals/approval-requests.ts'
import { openCompany } from '#app/api/partners/open-company.ts'
import { type ApplicationRow, applicationRows, changeApplication, shownFields } from '#app/api/partners/row.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Language } from '#app/rules/constants.ts'
import { maskedIban } from '#app/rules/money/iban.ts'
import { FIRST_COMMISSION_PERCENT } from '#app/rules/text/partner-application.ts'

/** How many rejected applications of the same person are shown. */
const MOST_EARLIER = 10

/** Waiting ones, oldest first; decided ones, newest first. */
export const partnerApplications = api.operator.partners.list.handler(async ({ input, context }) => {
  const { deps, language } = context
  const { status, page, size } = input
  const { count, rows } = await pageRows(
    applicationRows(deps.db)
      .where('status', '=', status)
      .orderBy('sent_at', status === 'SENT' ? 'asc' : 'desc')
      .orderBy('partner_application.id'),
    { page, size },
    deps.db.selectFrom('partner_application').where('status', '=', status),
  )
  const results = rows.map((row) => {
    const { company_name, city_name, vehicles } = shownFields(row, language)
    return {
      ...{ id: row.id, status: row.status, vehicles: vehicles ?? 0 },
      ...{ company_name: company_name ?? '', city_name: city_name ?? '' },
      ...timesOf(row),
    }
  })
  return { count, results }
})

export const partnerApplication = api.operator.partners.read.handler(async ({ input, context }) =>
  readApplication(context.deps.db, input.id, context.language),
)

/**
 * Approves, rejects, or returns it to the applicant with a question. Throws NOT_FOUND for a draft, which only its author
 * sees, APPLICATION_DECIDED and ALREADY_STAFF.
 */
export const decideApplication = api.operator.partners.decide.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { id, decision, reason, commission_percent } = input
  await inTransaction(deps.db, async (tx) => {
    // The name in a company's address is taken under a lock.
    await oneByOne(tx, 'partner applications')
    const row = await tx
      .selectFrom('partner_application')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.status === 'DRAFT') throw errors.NOT_FOUND()
    if (row.status !== 'SENT') throw errors.APPLICATION_DECIDED()
    if (reason) await giveReason(tx, reason)
    const decided = { decided_at: deps.now(), decided_by: person.id, reason: reason ?? null }
    const about = { account: row.account_id, company: row.company_name ?? '' }
    if (decision === 'APPROVE') {
      const company_id = await openCompany(tx, row, deps.now())
      await changeApplication(tx, row, { to: 'APPROVED', actor: 'OPERATOR', set: { ...decided, company_id } })
      await notify(deps, tx, { kind: 'partnerApproved', ...about })
      await setTerms(deps, tx, { company: company_id, percent: commission_percent, by: person.id, reason })
    } else if (decision === 'ASK') {
      const asked = { reason: reason ?? null, asked_at: deps.now(), sent_at: null }
      await changeApplication(tx, row, { to: 'DRAFT', actor: 'OPERATOR', set: asked })
      await notify(deps, tx, { kind: 'partnerAsked', ...about, reason: reason ?? '' })
    } else {
      await changeApplication(tx, row, { to: 'REJECTED', actor: 'OPERATOR', set: decided })
      await notify(deps, tx, { kind: 'partnerRejected', ...about, reason: reason ?? '' })
    }
  })
  if (decision === 'APPROVE') deps.publish({ kind: 'pages' })
  return readApplication(deps.db, id, language)
})

type Terms = { company: number; percent: number | undefined; by: string; reason: string | undefined }

/** Another commission than the usual one holds like every change of it: at once, or once a second operator agrees. */
async function setTerms(deps: Deps, tx: Tx, { company, percent, by, reason = 'Terms of the application' }: Terms) {
  if (percent === undefined || percent === FIRST_COMMISSION_PERCENT) return
  await changeOrRequest(deps, tx, { by, reason, change: { kind: 'COMMISSION', company, percent } })
}

async function readApplication(db: Kysely<DB>, id: number, language: Language) {
  const row = await applicationRows(db)
    .where('partner_application.id', '=', id)
    .where((of) => of.or([of('status', '<>', 'DRAFT'), of('asked_at', 'is not', null)]))
    .executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const people = await db
    .selectFrom('account')
    .select(['id', 'phone', 'fullname'])
    .where('id', 'in', [row.account_id, row.decided_by ?? row.account_id])
    .execute()
  const applicant = people.find((one) => one.id === row.account_id)
  if (!applicant) throw errors.NOT_FOUND()
  const earlier = await db
    .selectFrom('partner_application')
    .select(['id', 'decided_at', 'reason'])
    .where('account_id', '=', row.account_id)
    .where('status', '=', 'REJECTED')
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(MOST_EARLIER)
    .execute()
  return {
    ...shownFields(row, language),
    same_number: await underSameNumber(db, row),
    asked_at: row.asked_at?.toISOString() ?? null,
    iban: row.iban && maskedIban(row.iban),
    ...{ id, status: row.status, reason: row.reason, company: row.company_id },
    ...timesOf(row),
    decided_by: people.find((one) => one.id === row.decided_by)?.fullname ?? row.decided_by,
    person: { id: applicant.id, phone: applicant.phone, name: applicant.fullname },
    earlier: earlier.map((one) => ({
      ...one,
      decided_at: (one.decided_at ?? new Date(0)).toISOString(),
    })),
  }
}

/**
 * Who else has applied under the same register number, however it is written: one partner with two phones is recognised
 * before a second company is opened.
 */
async function underSameNumber(db: Kysely<DB>, { account_id, legal_id }: ApplicationRow) {
  const plain = (legal_id ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (plain === '') return []
  const rows = await db
    .selectFrom('partner_application')
    .innerJoin('account', 'account.id', 'partner_application.account_id')
    .select(['partner_application.id', 'company_name', 'account.phone', 'partner_application.company_id as company'])
    .where(sql<boolean>`regexp_replace(upper(legal_id), '[^[:alnum:]]', '', 'g') = ${plain}`)
    .where('partner_application.status', '<>', 'DRAFT')
    .where('account_id', '<>', account_id)
    .orderBy('partner_application.id', 'desc')
    .limit(MOST_EARLIER)
    .execute()
  return rows.map(({ company_name, ...row }) => ({ ...row, company_name: company_name ?? '' }))
}

type Times = Pick<ApplicationRow, 'sent_at' | 'asked_at' | 'decided_at'>

function timesOf({ sent_at, asked_at, decided_at }: Times) {
  return { sent_at: (sent_at ?? asked_at ?? new Date(0)).toISOString(), decided_at: decided_at?.toISOString() ?? null }
}
