import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { TITLE_COLUMNS, type TitleRow, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Language } from '#app/rules/constants.ts'

/** Approved reviews of a company's vehicles, newest first. */
export const list = api.company.reviews.list.handler(async ({ input, context }) => {
  const { deps, language, company } = context
  const { page, size, view } = input
  const all = reviewsOf(deps.db, company)
  const waiting = all.where('ad_comment.answer', 'is', null)
  const wanted = view === 'ALL' ? all : view === 'WAITING' ? waiting : all.where('ad_comment.answer', 'is not', null)
  const [{ count, rows }, { n }, figures] = await Promise.all([
    pageRows(wanted.select(COLUMNS).orderBy('ad_comment.created_at', 'desc').orderBy('ad_comment.id', 'desc'), {
      page,
      size,
    }),
    waiting.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    readFigures(deps.db, { company, now: deps.now() }),
  ])
  return { count, waiting: n, figures, results: rows.map((row) => shownReview(row, language)) }
})

const MONTHS = 12

function readFigures(db: Kysely<DB>, { company, now }: { company: number; now: Date }) {
  const since = sql<Date>`${now}::timestamptz - make_interval(months => ${sql.lit(MONTHS)})`
  return db
    .selectFrom('ad_comment')
    .innerJoin('ad', 'ad.id', 'ad_comment.ad_id')
    .select([
      sql<number | null>`round(avg(ad_comment.score), 1)::float8`.as('score'),
      sql<number>`count(*)`.as('reviews'),
      sql<number | null>`round(100.0 * count(answer) / nullif(count(*), 0))::int`.as('answered_percent'),
      sql<number | null>`round((percentile_cont(0.5) within group (order by
        extract(epoch from answered_at - ad_comment.created_at)) / 86400)::numeric, 1)::float8`.as('answer_days'),
    ])
    .where('ad.company_id', '=', company)
    .where('ad_comment.approved', '=', true)
    .where('ad_comment.created_at', '>=', since)
    .executeTakeFirstOrThrow()
}

/** One of them. Throws NOT_FOUND for others' and for what is not approved. */
export const read = api.company.reviews.read.handler(async ({ input, context }) => {
  const { deps, language, company } = context
  return readReview(deps.db, { id: input.id, company, language })
})

/** Answers a review in public, once. Throws CHANGED_MEANWHILE if a colleague has answered, NOT_FOUND. */
export const answer = api.company.reviews.answer.handler(async ({ input, context }) => {
  const { deps, language, person, company } = context
  const { id } = input
  await readReview(deps.db, { id, company, language })
  await deps.db
    .updateTable('ad_comment')
    .set({ answer: input.answer, answered_at: deps.now(), answered_by: person.id })
    .where('id', '=', id)
    .where('approved', '=', true)
    .where('answer', 'is', null)
    .execute()
  const review = await readReview(deps.db, { id, company, language })
  if (review.answer !== input.answer) throw errors.CHANGED_MEANWHILE()
  deps.publish({ kind: 'pages' })
  return review
})

async function readReview(
  db: Kysely<DB>,
  { id, company, language }: { id: number; company: number; language: Language },
) {
  const row = await reviewsOf(db, company).select(COLUMNS).where('ad_comment.id', '=', id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  return shownReview(row, language)
}

function reviewsOf(db: Kysely<DB>, company: number) {
  return db
    .selectFrom('ad_comment')
    .innerJoin('ad', 'ad.id', 'ad_comment.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .leftJoin('account as staff', 'staff.id', 'ad_comment.answered_by')
    .where('ad.company_id', '=', company)
    .where('ad_comment.approved', '=', true)
}

const COLUMNS = [
  ...TITLE_COLUMNS,
  ...(['ad_comment.id', 'ad_comment.ad_id', 'ad_comment.author', 'ad_comment.language', 'ad_comment.body'] as const),
  ...(['ad_comment.score', 'ad_comment.created_at', 'ad_comment.answer', 'ad_comment.answered_at'] as const),
  'staff.fullname as answered_by',
] as const

type Row = TitleRow & {
  id: number
  ad_id: number
  author: string
  language: string
  body: string
  score: number | null
  created_at: Date
  answer: string | null
  answered_at: Date | null
  answered_by: string | null
}

function shownReview(row: Row, language: Language) {
  const { id, ad_id, author, body, score, created_at, answer, answered_at, answered_by } = row
  return {
    ...{ id, ad: ad_id, vehicle: titleOf(row, language), author, language: row.language, body, score },
    created_at: created_at.toISOString(),
    ...{ answer, answered_at: answered_at?.toISOString() ?? null, answered_by },
  }
}
