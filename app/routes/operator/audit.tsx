import { AuditLog, logAt } from '#app/features/desk/audit-log.tsx'
import { typedDay } from '#app/features/desk/typed-day.server.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/audit'

const AUDIT = logAt('/operator/audit')

export const handle: PageHandle = { title: 'operator/nav.audit', areas: ['audit', 'desk'], query: AUDIT.query }

export const loader = ({ context, url }: Route.LoaderArgs) => {
  const { language } = context.get(siteContext)
  return readList(AUDIT, url, ({ from, to, ...asked }) =>
    apiOf(context).operator.audit.list({ ...asked, from: typedDay(from, language), to: typedDay(to, language) }),
  )
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const t = useText('audit')
  return <AuditLog list={AUDIT} found={loaderData} title={t('title')} text={t('text')} thingHref={pageOf} />
}

/** The desk's pages of things that are changed. */
const PAGES: Readonly<Record<string, string>> = {
  account: '/operator/people',
  city: '/operator/cities',
  company: '/operator/companies',
  dispute: '/operator/disputes',
  partner_application: '/operator/partners',
  payment: '/operator/payments',
  payout_batch: '/operator/payouts',
  reservation: '/operator/reservations',
}

function pageOf({ subject, key, action }: { subject: string; key: string; action: string }): string | undefined {
  const path = PAGES[subject]
  return path && key && action !== 'DELETE' ? `${path}/${encodeURIComponent(key)}` : undefined
}
