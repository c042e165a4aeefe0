import { wholeList } from '#app/api/call/lists.ts'
import { api } from './call/context.ts'
import { recentSiteStatus } from './content/site-status.ts'

const contactData = api.site.contactData.handler(async ({ context: { deps, language } }) => {
  const rows = await deps.db.selectFrom('contact').selectAll().orderBy('position').execute()
  return wholeList(
    rows.map(({ id, type, title, phone, description, position }) => ({
      id,
      type,
      title: title[language],
      phone,
      description: description[language],
      order: position,
    })),
  )
})

/**
 * Apps for companies (AGENT) are listed only to their staff and to operators (§6; decisions.md, "Decided after the
 * first look").
 */
const apps = api.site.apps.handler(async ({ context: { deps, person } }) =>
  wholeList(
    await deps.db
      .selectFrom('application')
      .select(['type', 'direct_url', 'url', 'link', 'file'])
      .$if(!person || person.role === 'CLIENT', (query) => query.where('type', 'not like', 'AGENT%'))
      .orderBy('id')
      .execute(),
  ),
)

const bankOrigins = api.site.bankOrigins.handler(({ context: { deps } }) => ({ origins: deps.settings.bankOrigins }))

const status = api.site.status.handler(({ context: { deps } }) => recentSiteStatus(deps))

export const site = { status, contactData, apps, bankOrigins }
