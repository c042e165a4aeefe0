import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import type { CUSTOMER_VIEWS } from '#app/contract/company/customers.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { anyOf, holdsName, namePattern } from '#app/db/matching-text.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { pageCount } from '#app/rules/search/pagination.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { peopleOf, shownPeople } from './people.ts'

/** With fewer digits nobody would search for a part of a phone. */
const PHONE_PART = 4

type Wanted = { q?: string | undefined; view: (typeof CUSTOMER_VIEWS)[number]; now: Date }

/** The company's customers, those with the latest rental first. Source: issue 19, A. */
export const list = api.company.customers.list.handler(async ({ input, context }) => {
  const { deps, company } = context
  const { page, size } = input
  const wanted = { ...input, now: deps.now() }
  const rows = await readPage(deps.db, company, { wanted, page, size })
  const [first] = rows
  if (!first) return { count: 0, results: [] }
  const phones = rows.map(({ phone }) => phone)
  const people = await shownPeople(deps.db, company, { phones, now: wanted.now }).execute()
  const placeOf = ({ phone }: { phone: string }) => phones.indexOf(phone)
  return { count: first.count, results: people.sort((one, other) => placeOf(one) - placeOf(other)) }
})

/** The phones of a page: people are grouped from all reservations, so they are found and counted at once. A page beyond the last is the last. */
async function readPage(
  db: Kysely<DB>,
  company: number,
  { wanted, page, size }: { wanted: Wanted; page: number; size: number },
) {
  const rows = found(db, company, wanted)
    .select('reservation.phone')
    .select(sql<number>`count(*) over ()`.as('count'))
    .orderBy(sql`max(reservation.start_at)`, 'desc')
    .orderBy('reservation.phone')
    .limit(size)
  const asked = await rows.offset((page - 1) * size).execute()
  if (asked.length > 0 || page === 1) return asked
  const { count } = await db
    .selectFrom(found(db, company, wanted).select('reservation.phone').as('person'))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return rows.offset((pageCount(count, size) - 1) * size).execute()
}

function found(db: Kysely<DB>, company: number, { q, view, now }: Wanted) {
  return peopleOf(db, company, now)
    .$if(q !== undefined, (query) => query.having(isNamed(q ?? '')))
    .$if(view === 'OUT', (query) => query.having(sql<boolean>`bool_or(reservation.status = 'ACTIVE')`))
    .$if(view === 'BLOCKED', (query) => query.having(sql<boolean>`bool_or(company_block.id is not null)`))
}

/** By a name of any of their bookings, or by a phone in any writing or a part of it. */
function isNamed(q: string) {
  const phone = normalisePhone(q, '+98')
  const digits = toLatinDigits(q).replace(/\D/g, '')
  return anyOf([
    sql<boolean>`bool_or(${holdsName('reservation.fullname', namePattern(q))})`,
    ...(phone ? [sql<boolean>`reservation.phone = ${phone}`] : []),
    ...(digits.length >= PHONE_PART ? [sql<boolean>`reservation.phone like ${`%${digits.replace(/^0/, '')}%`}`] : []),
  ])
}
