import { type Kysely, type RawBuilder, sql } from 'kysely'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readFile } from '#app/api/call/files/read-file.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
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

export const partnerApplication = api.operator.partners.read.handler(async ({ input, context }) => {
  const application = await readApplication(context.deps.db, input.id, context.language)
  const call = 'GET /admin/partner-applications/{id}/'
  await noteReading(context, { subject: 'partner_application', key: String(input.id), call })
  return application
})

/** Throws NOT_FOUND for a document of a draft, too, which only its author sees. */
export const applicantsDocument = api.operator.partners.readDocument.handler(async ({ input, context }) => {
  const document = await visible(context.deps.db)
    .innerJoin('attachment', 'attachment.application_id', 'partner_application.id')
    .select(['partner_application.id as application', 'attachment.document', 'attachment.name', 'type', 'file_key'])
    .where('attachment.id', '=', input.id)
    .executeTakeFirst()
  if (!document) throw errors.NOT_FOUND()
  await noteReading(context, {
    ...{ subject: 'partner_application', key: String(document.application), document: document.document ?? '' },
    call: 'GET /admin/partner-documents/{id}/',
  })
  return readFile(context.deps, document)
})

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

/** Applications that were sent, also those that an operator has returned with a question. */
function visible(db: Kysely<DB>) {
  return db
    .selectFrom('partner_application')
    .where((of) => of.or([of('partner_application.status', '<>', 'DRAFT'), of('asked_at', 'is not', null)]))
}

async function readApplication(db: Kysely<DB>, id: number, language: Language) {
  const row = await applicationRows(db)
    .where('partner_application.id', '=', id)
    .where('partner_application.id', 'in', visible(db).select('partner_application.id'))
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
    related: await relatedApplications(db, row),
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
 * Who else has applied under the same register number or name, however they are written: one partner with two phones is
 * recognised before a second company is opened. Source: issue 18.
 */
async function relatedApplications(db: Kysely<DB>, row: ApplicationRow) {
  const number = plainText(sql`${row.legal_id ?? ''}::text`)
  const names = [row.company_name, row.legal_name, row.latin_name].filter((name) => name !== null)
  const sameNumber = sql<boolean>`(${plainText(sql`legal_id`)} = ${number} and ${number} <> '')`
  const sameName = sql<boolean>`array[${plainText(sql`company_name`)}, ${plainText(sql`legal_name`)}, ${plainText(sql`latin_name`)}]
    && array(select ${plainText(sql`name`)} from unnest(${names}::text[]) as name)`
  const rows = await visible(db)
    .innerJoin('account', 'account.id', 'partner_application.account_id')
    .select(['partner_application.id', 'company_name', 'account.phone', 'partner_application.company_id as company'])
    .select(sameNumber.as('is_same_number'))
    .where((of) => of.or([sameNumber, sameName]))
    .where('account_id', '<>', row.account_id)
    .orderBy('is_same_number', 'desc')
    .orderBy('partner_application.id', 'desc')
    .limit(MOST_EARLIER)
    .execute()
  return rows.map(({ company_name, is_same_number, ...one }) => ({
    ...one,
    same: is_same_number ? ('NUMBER' as const) : ('NAME' as const),
    company_name: company_name ?? '',
  }))
}

/** Letters and digits alone, with one spelling of the letters that Persian and Arabic keyboards write differently. */
function plainText(text: RawBuilder<unknown>) {
  return sql<string>`regexp_replace(upper(translate(${text}, 'يك', 'یک')), '[^[:alnum:]]', '', 'g')`
}

type Times = Pick<ApplicationRow, 'sent_at' | 'asked_at' | 'decided_at'>

function timesOf({ sent_at, asked_at, decided_at }: Times) {
  return { sent_at: (sent_at ?? asked_at ?? new Date(0)).toISOString(), decided_at: decided_at?.toISOString() ?? null }
}
