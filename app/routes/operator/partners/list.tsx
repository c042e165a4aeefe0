import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const CHOICES = { SENT: 'operator.waiting', APPROVED: 'operator.approved', REJECTED: 'operator.rejected' } as const
const STATUSES = ['SENT', 'APPROVED', 'REJECTED'] as const
const PARTNERS = listAt('/operator/partners', { size: 25, filters: { status: oneOf(STATUSES, 'SENT') } })

export const handle: PageHandle = { title: 'partner/operator.title', areas: ['partner'], query: PARTNERS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(PARTNERS, url, (asked) => apiOf(context).operator.partners.list(asked))

/** Partner applications, the waiting ones first. */
export default function PartnerApplications({ loaderData }: Route.ComponentProps) {
  const t = useText('partner')
  const { language } = useLanguage()
  return (
    <ListPage
      list={PARTNERS}
      found={loaderData}
      title={t('operator.title')}
      aside={
        <FilterChips
          list={PARTNERS}
          found={loaderData}
          name="status"
          label={t('operator.filter')}
          choices={STATUSES.map((value) => ({ value, label: t(CHOICES[value]) }))}
        />
      }
      empty={t('operator.none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('step.company'),
          cell: ({ id, company_name }) => <a href={pathIn(language, `${PARTNERS.path}/${id}`)}>{company_name}</a>,
        },
        { head: t('field.city'), cell: ({ city_name }) => city_name },
        {
          head: t('field.vehicles'),
          whole: true,
          labelled: true,
          cell: ({ vehicles }) => formatNumber(vehicles, language),
        },
        {
          head: t('operator.sent'),
          whole: true,
          labelled: true,
          cell: ({ sent_at }) => formatInstant(new Date(sent_at), HOME_ZONE, language, 'long'),
        },
      ]}
    />
  )
}
