import { sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import { anyOf, holdsName, namePattern } from '#app/db/matching-text.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'

/** Everybody with an account, the newest first, by name, phone or e-mail where these are given. */
export const people = api.operator.people.list.handler(async ({ input, context: { deps, language } }) => {
  const { page, size, q, role, banned } = input
  const found = deps.db
    .selectFrom('account')
    .$if(role !== undefined, (query) => query.where('account.role', '=', role ?? 'CLIENT'))
    .$if(banned, (query) => query.where('account.banned_at', 'is not', null))
    .$if(q !== undefined, (query) => query.where(isCalled(q ?? '')))
  const { count, rows } = await pageRows(
    found
      .leftJoin('company', 'company.id', 'account.company_id')
      .select(['account.id', 'account.fullname', 'account.phone', 'account.role', 'account.created_at', 'banned_at'])
      .select(['company.id as company_id', 'company.name as company_name'])
      .select(
        sql<number>`(select count(*)::int from reservation where reservation.holder = account.holder)`.as(
          'reservations',
        ),
      )
      .orderBy('account.created_at', 'desc')
      .orderBy('account.id'),
    { page, size },
    found,
  )
  const results = rows.map(({ company_id, company_name, created_at, banned_at, ...row }) => ({
    ...row,
    company: company_id !== null && company_name ? { id: company_id, name: wordingIn(language, company_name) } : null,
    created_at: created_at.toISOString(),
    banned_at: banned_at?.toISOString() ?? null,
  }))
  return { count, results }
})

function isCalled(q: string) {
  const phone = normalisePhone(q, '+98')
  return anyOf([
    holdsName('account.fullname', namePattern(q)),
    sql<boolean>`account.email = ${q.toLowerCase()}`,
    ...(phone ? [sql<boolean>`account.phone = ${phone}`] : []),
  ])
}
