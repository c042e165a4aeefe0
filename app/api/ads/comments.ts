import { sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { readMarks } from '#app/api/companies/marks.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

/** Comments on a vehicle: those in the reader's language first, then the others, newest first. Source: *ours*. */
export const comments = api.ads.comments.handler(
  async ({
    input,
    context: {
      deps: { db },
      language,
    },
    errors,
  }) => {
    const { id, page, size } = input
    const ad = await db
      .selectFrom('ad')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', STATE_NUMBERS.OFFERED)
      .executeTakeFirst()
    if (!ad) throw errors.NOT_FOUND()
    const approved = db.selectFrom('ad_comment').where('ad_id', '=', id).where('approved', '=', true)
    const { count, rows } = await pageRows(
      approved
        .select(['id', 'author', 'language', 'body', 'score', 'created_at', 'answer', 'answered_at'])
        .orderBy((eb) => eb('language', '=', language), 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc'),
      { page, size },
    )
    return {
      count,
      marks: await readMarks(db, sql`a.id = ${id}`),
      results: rows.map(({ created_at, answer, answered_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        answer: answer && answered_at ? { body: answer, at: answered_at.toISOString() } : null,
      })),
    }
  },
)
