import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publishEvents } from './publish.ts'
import { EVENT_COLUMNS, shownEvent } from './shown-event.ts'

/** The company's events after another one, in their order. Throws INVALID_FIELDS for an event that is unknown or too old. */
export const list = api.company.developers.events.list.handler(async ({ input, context: { deps, company } }) => {
  const { after, limit } = input
  await publishEvents(deps)
  const events = deps.db.selectFrom('event').where('company_id', '=', company).where('position', 'is not', null)
  const last =
    after === undefined ? undefined : await events.select('position').where('id', '=', after).executeTakeFirst()
  if (after !== undefined && !last) throw invalidFields({ after: ['invalid'] })
  const rows = await events
    .select(EVENT_COLUMNS)
    .where('position', '>', last?.position ?? 0)
    .orderBy('position')
    .limit(limit + 1)
    .execute()
  const results = rows.slice(0, limit).map(shownEvent)
  return { results, after: results.at(-1)?.id ?? after ?? null, more: rows.length > limit }
})
