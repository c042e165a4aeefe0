import { DISPUTE_LISTS } from '#app/contract/operator/disputes.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { DISPUTE_SIDES } from '#app/rules/reservation/charges/dispute.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/disputes'

const DISPUTES = listAt('/operator/disputes', { size: 20, filters: { list: oneOf(DISPUTE_LISTS, 'OPEN') } })

export const handle: PageHandle = {
  title: 'disputes/title',
  areas: ['disputes', 'protocol'],
  query: DISPUTES.query,
}

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(DISPUTES, url, (asked) => apiOf(context).operator.disputes.list(asked))

type Line = Route.ComponentProps['loaderData']['results'][number]

/** What operators have to decide between companies and customers, by its deadline. */
export default function Disputes({ loaderData }: Route.ComponentProps) {
  const t = useText('disputes')
  const { language } = useLanguage()
  return (
    <ListPage
      list={DISPUTES}
      found={loaderData}
      title={t('title')}
      text={t('text')}
      filters={
        <FilterChips
          list={DISPUTES}
          found={loaderData}
          name="list"
          label={t('list')}
          choices={DISPUTE_LISTS.map((value) => ({ value, label: t(value) }))}
        />
      }
      empty={t('none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('reservation'),
          cell: ({ id, number }) => (
            <a href={pathIn(language, `/operator/disputes/${id}`)}>
              <bdi>{numberIn(language, number)}</bdi>
            </a>
          ),
        },
        {
          head: t('amount'),
          far: true,
          cell: ({ amount, currency }) => formatMoney(amount, currency, language),
        },
        {
          head: t('parties'),
          whole: true,
          cell: ({ fullname, company }) => (
            <>
              <bdi>{fullname}</bdi>
              <br />
              <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>
            </>
          ),
        },
        {
          head: t('deadline'),
          labelled: true,
          whole: true,
          cell: ({ decide_by }) => formatInstant(new Date(decide_by), HOME_ZONE, language, 'long'),
        },
        { head: t('status'), whole: true, cell: (line) => <State line={line} /> },
      ]}
    />
  )
}

function State({ line: { status, late, requested, heard } }: { line: Line }) {
  const t = useText('disputes')
  const protocol = useText('protocol')
  if (status !== 'DISPUTED') return <Tag>{protocol(`proposalStatus.${status}`)}</Tag>
  return (
    <span className="row row-s">
      {late && <Tag kind="bad">{t('late')}</Tag>}
      {requested && <Tag kind="info">{t('requested')}</Tag>}
      {DISPUTE_SIDES.filter((side) => !heard.includes(side)).map((side) => (
        <span key={side} className="sm soft">
          {t('unheard', { side: protocol(`dispute.${side}`) })}
        </span>
      ))}
    </span>
  )
}
