import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { codeOf } from '#app/db/connection/error-code.ts'

/** The most answers, of all languages: an installation has some dozens (*ours*). */
const MOST = 500
const UNIQUE_VIOLATION = '23505'

export const cannedAnswers = api.operator.inbox.cannedAnswers.handler(async ({ context: { deps } }) =>
  wholeList(
    await deps.db.selectFrom('canned_answer').selectAll().orderBy('language').orderBy('title').limit(MOST).execute(),
  ),
)

/** Throws INVALID_FIELDS if another one of the language has the title, or there are too many. */
export const addCannedAnswer = api.operator.inbox.addCannedAnswer.handler(async ({ input, context: { deps } }) => {
  const { count } = await deps.db
    .selectFrom('canned_answer')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST) throw invalidFields({ '': ['too_many_answers'] })
  return titledOnce(deps.db.insertInto('canned_answer').values(input).returningAll().executeTakeFirstOrThrow())
})

/** Throws CHANGED_MEANWHILE if it has another revision than the edited one. */
export const changeCannedAnswer = api.operator.inbox.changeCannedAnswer.handler(
  async ({ input, context: { deps } }) => {
    const { id, revision, ...text } = input
    const changed = await titledOnce(
      deps.db
        .updateTable('canned_answer')
        .set({ ...text, revision: revision + 1 })
        .where('id', '=', id)
        .where('revision', '=', revision)
        .returningAll()
        .executeTakeFirst(),
    )
    if (changed) return changed
    const other = await deps.db.selectFrom('canned_answer').select('id').where('id', '=', id).executeTakeFirst()
    throw other ? errors.CHANGED_MEANWHILE() : errors.NOT_FOUND()
  },
)

export const removeCannedAnswer = api.operator.inbox.removeCannedAnswer.handler(async ({ input: { id }, context }) => {
  const removed = await context.deps.db
    .deleteFrom('canned_answer')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw errors.NOT_FOUND()
  return removed
})

async function titledOnce<Row>(written: Promise<Row>): Promise<Row> {
  try {
    return await written
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    throw invalidFields({ title: ['title_taken'] })
  }
}
