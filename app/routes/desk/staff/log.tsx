import { AuditLog, logAt } from '#app/features/desk/audit-log.tsx'
import { typedDay } from '#app/features/desk/typed-day.server.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/log'

const LOG = logAt('/desk/log')

export const handle: PageHandle = { title: 'audit/companyTitle', areas: ['audit'], query: LOG.query, noJs: true }

export const loader = ({ context, url }: Route.LoaderArgs) => {
  const { language } = context.get(siteContext)
  return readList(LOG, url, ({ from, to, ...asked }) =>
    apiOf(context).company.staff.log({ ...asked, from: typedDay(from, language), to: typedDay(to, language) }),
  )
}

/** What the company's staff changed, for its owners. */
export default function CompanyLog({ loaderData }: Route.ComponentProps) {
  const t = useText('audit')
  return <AuditLog list={LOG} found={loaderData} title={t('companyTitle')} text={t('companyText')} thingHref={pageOf} />
}

const PAGES: Readonly<Record<string, string>> = { ad: '/desk/fleet', reservation: '/desk/reservations' }

function pageOf({ subject, key, action }: { subject: string; key: string; action: string }): string | undefined {
  const path = PAGES[subject]
  return path && key && action !== 'DELETE' ? `${path}/${key}` : undefined
}
