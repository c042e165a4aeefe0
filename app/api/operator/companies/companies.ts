import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { announceChange, changeOrRequest } from '#app/api/operator/approvals/approval-requests.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { BINDING } from '#app/rules/reservation/reservation-status.ts'

/** Companies by name, filtered by `q` if given. */
export const companies = api.operator.companies.list.handler(async ({ input, context }) => {
  const { deps, language } = context
  const { q, page, size } = input
  const named = sql<boolean>`company.name::text ilike ${`%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`}`
  const { count, rows } = await pageRows(
    companyRows(deps.db).where(named).orderBy(sql`company.name ->> ${language}`),
    { page, size },
    deps.db.selectFrom('company').where(named),
  )
  return { count, results: await shown(deps.db, rows, language) }
})

export const company = api.operator.companies.read.handler(async ({ input, context: { deps, language } }) =>
  readCompany(deps.db, input.id, language),
)

/** Changes the sent fields, and notifies the company if it is suspended or no longer is. Throws NOT_FOUND. */
export const changeCompany = api.operator.companies.change.handler(async ({ input, context: { deps, language } }) => {
  const { id, verified, suspended, reason } = input
  await deps.db.transaction().execute(async (tx) => {
    await giveReason(tx, reason)
    const before = await tx
      .selectFrom('company')
      .select(['name', 'suspended_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    await tx
      .updateTable('company')
      .set({
        ...(verified !== undefined && { verified }),
        ...(suspended !== undefined && {
          suspended_at: suspended ? sql<Date>`coalesce(suspended_at, ${deps.now()})` : null,
        }),
        // An update without columns is not valid SQL.
        id: sql`id`,
      })
      .where('id', '=', id)
      .execute()
    if (suspended)
      await tx
        .updateTable('payout')
        .set({ held_back: true })
        .where('company_id', '=', id)
        .where('status', '=', 'OPEN')
        .execute()
    if (!before || suspended === undefined || suspended === (before.suspended_at !== null)) return
    const kind = suspended ? 'companySuspended' : 'suspensionEnded'
    await notify(deps, tx, { kind, company: id, name: before.name, reason })
  })
  const changed = await readCompany(deps.db, id, language)
  deps.publish({ kind: 'pages' })
  return changed
})

/**
 * Changes a company's commission rate, once a second operator has approved it; earned commissions keep their rate.
 * Throws NOT_FOUND, and APPROVAL_WAITS if another change of it waits.
 */
export const changeCommission = api.operator.companies.changeCommission.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { id, commission_percent: percent, own_booking_percent: own_percent, reason } = input
  const own = own_percent === undefined ? {} : { own_percent }
  const change = { kind: 'COMMISSION' as const, company: id, percent, ...own }
  await readCompany(deps.db, id, language)
  const waits = await inTransaction(deps.db, (tx) => changeOrRequest(deps, tx, { by: person.id, reason, change }))
  if (!waits) await announceChange(deps, change)
  return readCompany(deps.db, id, language)
})

async function readCompany(db: Kysely<DB>, id: number, language: Language) {
  const [found] = await shown(db, await companyRows(db).where('company.id', '=', id).execute(), language)
  if (!found) throw errors.NOT_FOUND()
  return found
}

function companyRows(db: Kysely<DB>) {
  return db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .select(CITY_NAMES)
    .select(['company.id', 'company.name', 'company.phone', 'verified', 'commission_percent', 'prepayment_percent'])
    .select('own_booking_percent')
    .select(['confirmation', 'rating_sum', 'rating_count', 'suspended_at'])
    .select([
      sql<number>`(select count(*)::int from ad where ad.company_id = company.id and ad.status = ${OFFERED_LITERAL})`.as(
        'vehicles',
      ),
      sql<number>`(select count(*)::int from reservation where reservation.company_id = company.id
        and reservation.status in ${literalList(BINDING)})`.as('open_reservations'),
      sql<number | null>`(select (change ->> 'percent')::int from approval_request where kind = 'COMMISSION'
        and subject = company.id::text and status = 'WAITING')`.as('commission_requested'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof companyRows>['execute']>>[number]

async function shown(db: Kysely<DB>, rows: Row[], language: Language) {
  const balances = await db
    .selectFrom('ledger_account')
    .select(['owner', 'currency_id', 'balance'])
    .where('kind', '=', 'COMPANY')
    .where('owner', 'in', ['', ...rows.map(({ id }) => String(id))])
    .execute()
  return rows.map((row) => {
    const { id, phone, verified, commission_percent, prepayment_percent, confirmation, vehicles, open_reservations } =
      row
    const { rating_sum, rating_count, commission_requested, own_booking_percent } = row
    return {
      ...{ id, phone, verified, commission_percent, prepayment_percent, confirmation, vehicles, open_reservations },
      commission_requested,
      own_booking_percent,
      suspended_at: row.suspended_at?.toISOString() ?? null,
      name: wordingIn(language, row.name),
      city: nameOf(row, language),
      rating: {
        score: rating_count > 0 ? Math.round((rating_sum / rating_count) * 10) / 10 : null,
        count: rating_count,
      },
      balance: balances
        .filter(({ owner }) => owner === String(id))
        .map(({ currency_id, balance }) => ({ currency: currencyIn({ currency_id }), amount: balance })),
    }
  })
}
