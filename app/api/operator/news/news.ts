import { type Kysely, type Selectable, sql } from 'kysely'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { maskedEmail } from '#app/rules/identity/email.ts'
import type { NewsTopic } from '#app/rules/messages/news-topics.ts'
import { type NewsContent, newsLanguage } from '#app/rules/messages/notifications.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { issueMail } from './issue-mail.ts'
import { countReceivers } from './receivers.ts'

/** Issues, the one changed last first. */
export const listNews = api.operator.news.list.handler(async ({ input, context: { deps, language } }) => {
  const { status, page, size } = input
  const all = deps.db.selectFrom('news').$if(status !== undefined, (of) => of.where('status', '=', status ?? 'DRAFT'))
  const { count } = await all.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await all
    .selectAll()
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  const counts = await countsOf(
    deps.db,
    rows.map(({ id }) => id),
  )
  return { count, results: rows.map((row) => listed(row, { language, counts: counts(row.id) })) }
})

/** Throws NOT_FOUND. */
export const readNews = api.operator.news.read.handler(({ input: { id }, context: { deps, language } }) =>
  readIssue(deps, id, language),
)

/** Throws INVALID_FIELDS for a text without title, and the other way round, and for none at all. */
export const createNews = api.operator.news.create.handler(async ({ input, context: { deps, person } }) => {
  const id = publicId()
  await deps.db
    .insertInto('news')
    .values({
      ...written(input),
      id,
      account_id: person.id,
      status: 'DRAFT',
      changed_at: deps.now(),
      published_at: null,
    })
    .execute()
  return { id }
})

/** The same for a draft. Throws NOT_FOUND, and CHANGED_MEANWHILE for an issue that was sent. */
export const changeNews = api.operator.news.change.handler(async ({ input, context: { deps } }) => {
  const { id } = input
  const changed = await deps.db
    .updateTable('news')
    .set({ ...written(input), changed_at: deps.now() })
    .where('id', '=', id)
    .where('status', '=', 'DRAFT')
    .returning('id')
    .executeTakeFirst()
  if (changed) return { id }
  const known = await deps.db.selectFrom('news').select('id').where('id', '=', id).executeTakeFirst()
  throw known ? errors.CHANGED_MEANWHILE() : errors.NOT_FOUND()
})

/** Who gets an issue: those that it has not reached yet first. */
export const deliveries = api.operator.news.deliveries.handler(async ({ input, context: { deps } }) => {
  const { id, page, size } = input
  const all = deps.db.selectFrom('news_delivery').where('news_id', '=', id)
  const { count } = await all.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const known = count > 0 || (await deps.db.selectFrom('news').select('id').where('id', '=', id).executeTakeFirst())
  if (!known) throw errors.NOT_FOUND()
  const rows = await all
    .leftJoin('account', 'account.id', 'news_delivery.account_id')
    .leftJoin('newsletter_subscription', 'newsletter_subscription.id', 'news_delivery.subscription_id')
    .leftJoin('notification', (join) =>
      join.on('notification.once', '=', sql<string>`'news ' || news_delivery.news_id || ' ' || news_delivery.receiver`),
    )
    .select(['news_delivery.status', 'news_delivery.sent_at', 'account.fullname', 'account.email'])
    .select('newsletter_subscription.email as subscriber')
    .select(
      sql<{ channel: 'push' | 'email'; status: 'WAITING' | 'SENT' | 'HELD' | 'FAILED' }[] | null>`(
        select jsonb_agg(jsonb_build_object('channel', channel, 'status', status) order by channel, status)
        from delivery where notification_id = notification.id)`.as('ways'),
    )
    .orderBy('news_delivery.receiver')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  return {
    count,
    results: rows.map(({ status, sent_at, fullname, email, subscriber, ways }) => {
      const address = subscriber ?? email
      const outcome = status === 'SENT' ? outcomeOf(ways ?? []) : status
      return {
        receiver: address ? maskedEmail(address) : fullname,
        status: outcome,
        channels: [...new Set((ways ?? []).map(({ channel }) => channel))],
        sent_at: sent_at?.toISOString() ?? null,
      }
    }),
  }
})

/** One of several ways is enough. */
function outcomeOf(ways: { status: 'WAITING' | 'SENT' | 'HELD' | 'FAILED' }[]) {
  const has = (status: string) => ways.some((way) => way.status === status)
  if (ways.length === 0) return 'SKIPPED'
  if (has('SENT')) return 'SENT'
  if (has('WAITING')) return 'WAITING'
  return has('FAILED') ? 'FAILED' : 'HELD'
}

/** Throws NOT_FOUND. */
export async function readIssue(deps: Deps, id: string, language: Language) {
  const row = await deps.db.selectFrom('news').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const author = await deps.db
    .selectFrom('account')
    .select('fullname')
    .where('id', '=', row.account_id ?? '')
    .executeTakeFirst()
  const counts = await countsOf(deps.db, [id])
  const receivers = await countReceivers(deps, row.topic)
  const { title, body } = row.content
  return {
    ...listed(row, { language, counts: counts(id) }),
    ...{ title, text: body, path: row.path, by: author?.fullname ?? null },
    mails: LANGUAGES.map((one) => {
      const { subject, text } = issueMail(deps, row, one)
      return { language: one, written: newsLanguage(row.content, one), receivers: receivers[one] ?? 0, subject, text }
    }),
  }
}

type Input = {
  topic?: NewsTopic | undefined
  title: Partial<Record<Language, string | undefined>>
  text: Partial<Record<Language, string | undefined>>
  path: string
}

function written({ topic, title, text, path }: Input) {
  const fieldErrors: Record<string, string[]> = {}
  for (const language of LANGUAGES) {
    if (title[language] && !text[language]) fieldErrors[`text.${language}`] = ['required']
    if (text[language] && !title[language]) fieldErrors[`title.${language}`] = ['required']
  }
  // Everybody can be given one of these.
  if (!title.fa && !title.en && !fieldErrors['title.fa']) fieldErrors['title.en'] ??= ['required']
  if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
  return { topic: topic ?? null, content: JSON.stringify({ title, body: text }), path }
}

type Row = Selectable<DB['news']>
type Counts = { waiting: number; sent: number; skipped: number }

function listed(row: Row, { language, counts }: { language: Language; counts: Counts }) {
  const { id, topic, status, content, changed_at, published_at, ended_at } = row
  return {
    ...{ id, topic, status, counts },
    subject: subjectOf(content, language),
    changed_at: changed_at.toISOString(),
    published_at: published_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  }
}

const subjectOf = ({ title }: NewsContent, language: Language) => title[language] ?? title.en ?? title.fa ?? ''

async function countsOf(db: Kysely<DB>, ids: string[]): Promise<(id: string) => Counts> {
  const rows = await db
    .selectFrom('news_delivery')
    .select(['news_id', 'status'])
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('news_id', 'in', [...ids, ''])
    .groupBy(['news_id', 'status'])
    .execute()
  return (id) => {
    const of = (status: string) => rows.find((row) => row.news_id === id && row.status === status)?.count ?? 0
    return { waiting: of('WAITING'), sent: of('SENT'), skipped: of('SKIPPED') }
  }
}
