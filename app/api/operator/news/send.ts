import { sql } from 'kysely'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { NEWS_STATUSES } from '#app/rules/messages/news-topics.ts'
import { readIssue } from './news.ts'
import { keepReceivers } from './receivers.ts'

type Status = (typeof NEWS_STATUSES)[number]

/**
 * Sends a draft to whoever is to get it now, or continues with a stopped issue where it was. Throws NOT_FOUND, and
 * CHANGED_MEANWHILE if it is being sent already.
 */
export const sendIssue = api.operator.news.send.handler(async ({ input: { id }, context: { deps, language } }) => {
  await inTransaction(deps.db, async (tx) => {
    const { status, topic, step } = await changeStatus(deps, tx, { id, from: ['DRAFT', 'STOPPED'], to: 'SENDING' })
    if (status === 'DRAFT') await keepReceivers(deps, tx, { id, topic })
    await deps.enqueue(tx, 'send-news', { news: id, step })
  })
  return readIssue(deps, id, language)
})

/** Waits for the part that is being sent; no other one begins. Throws NOT_FOUND, and CHANGED_MEANWHILE if it is not being sent. */
export const stopIssue = api.operator.news.stop.handler(async ({ input: { id }, context: { deps, language } }) => {
  await inTransaction(deps.db, (tx) => changeStatus(deps, tx, { id, from: ['SENDING'], to: 'STOPPED' }))
  return readIssue(deps, id, language)
})

/** Mails it to the operator's own address. Throws NOT_FOUND, and INVALID_FIELDS for an account without an address. */
export const testIssue = api.operator.news.test.handler(async ({ input, context: { deps, person } }) => {
  const row = await deps.db.selectFrom('news').selectAll().where('id', '=', input.id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const own = await deps.db.selectFrom('account').select('email').where('id', '=', person.id).executeTakeFirst()
  if (!own?.email) throw invalidFields({ language: ['own_email'] })
  const { title, body } = row.content
  const to = { account: person.id, test: input.language }
  await inTransaction(deps.db, (tx) => notify(deps, tx, { kind: 'news', to, title, body, path: row.path }))
  return { sent: true }
})

/** The one place where an issue's status changes, but for its end. Returns the former one. */
async function changeStatus(
  { now }: Deps,
  tx: Tx,
  { id, from, to }: { id: string; from: readonly Status[]; to: 'SENDING' | 'STOPPED' },
) {
  const row = await tx
    .selectFrom('news')
    .select(['status', 'topic', 'step'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  if (!from.includes(row.status)) throw errors.CHANGED_MEANWHILE()
  const step = row.step + 1
  const set = { status: to, step, changed_at: now(), published_at: sql<Date>`coalesce(published_at, ${now()})` }
  await tx.updateTable('news').set(set).where('id', '=', id).execute()
  return { ...row, step }
}
