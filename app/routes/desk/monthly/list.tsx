import { PART_VIEWS } from '#app/contract/company/reservations/monthly.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const PARTS = listAt('/desk/parts', { size: 25, filters: { view: oneOf(PART_VIEWS) } })

export const handle: PageHandle = { title: 'monthly/desk.title', areas: ['monthly'], query: PARTS.query, noJs: true }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(PARTS, url, (asked) => apiOf(context).company.reservations.monthly.list(asked))

type Loaded = Route.ComponentProps['loaderData']

/** The monthly parts that are still to be paid, the late ones first. */
export default function Parts({ loaderData }: Route.ComponentProps) {
  const t = useText('monthly')
  const { language } = useLanguage()
  const counts = { OPEN: loaderData.open, LATE: loaderData.late, WEEK: loaderData.week }
  return (
    <ListPage
      list={PARTS}
      found={loaderData}
      title={t('desk.title')}
      text={t('desk.text')}
      filters={
        <FilterChips
          list={PARTS}
          found={loaderData}
          name="view"
          label={t('desk.view')}
          choices={PART_VIEWS.map((value) => ({ value, label: t(`desk.${value}`, { n: counts[value] }) }))}
        />
      }
      empty={t('desk.none')}
      rowKey={({ reservation, part }) => `${reservation.id} ${part.position}`}
      columns={[
        {
          head: t('desk.who'),
          whole: true,
          cell: ({ reservation }) => (
            <>
              <a className="go" href={pathIn(language, `/desk/reservations/${reservation.id}/plan`)}>
                <bdi>{reservation.fullname}</bdi>
              </a>
              <br />
              <span className="sm mute">
                {reservation.title} <Plate text={reservation.plate} />
              </span>
            </>
          ),
        },
        {
          head: t('desk.part'),
          labelled: true,
          cell: ({ part, of }) => t('desk.partOf', { n: part.position, of }),
        },
        { head: t('desk.due'), labelled: true, cell: ({ part }) => formatDate(part.due_on, language, 'weekday') },
        {
          head: t('desk.amount'),
          className: 'n',
          labelled: true,
          cell: ({ part, reservation }) => <Money amount={part.left} currency={reservation.currency} />,
        },
        {
          head: t('desk.state'),
          far: true,
          cell: ({ part }) =>
            part.state === 'LATE' ? (
              <Tag kind="bad">{t('desk.late', { n: part.days_late })}</Tag>
            ) : (
              <Tag>{t('state.DUE')}</Tag>
            ),
        },
      ]}
      after={
        <div className="stack">
          <Ahead loaded={loaderData} />
          <Rules rule={loaderData.rule} />
        </div>
      }
    />
  )
}

function Ahead({ loaded: { sums, vehicles } }: { loaded: Loaded }) {
  const t = useText('monthly')
  const { language } = useLanguage()
  const rows = [
    ...sums.late.map((sum) => ({ ...sum, label: t('desk.sumLate', { n: sum.count }) })),
    ...sums.month.map((sum) => ({ ...sum, label: t('desk.sumMonth', { n: sum.count }) })),
  ]
  return (
    <Card id="ahead" title={t('desk.ahead')} className="stack">
      <dl className="sum">
        {rows.map(({ label, amount, currency }) => (
          <div key={`${label} ${currency}`}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount, currency, language)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('desk.out')}</dt>
          <dd>{t('desk.outOf', { n: vehicles.out, all: vehicles.all })}</dd>
        </div>
      </dl>
    </Card>
  )
}

function Rules({ rule: { offered, grace_days, notice_days } }: { rule: Loaded['rule'] }) {
  const t = useText('monthly')
  const { language } = useLanguage()
  return (
    <Card id="rule" title={t('desk.rule')} className="stack">
      <dl className="sum">
        <div>
          <dt>{t('desk.part')}</dt>
          <dd>{t('desk.ruleEach')}</dd>
        </div>
        <div>
          <dt>{t('desk.grace')}</dt>
          <dd>{t('desk.days', { n: grace_days })}</dd>
        </div>
        <div>
          <dt>{t('desk.notice')}</dt>
          <dd>{t('desk.days', { n: notice_days })}</dd>
        </div>
      </dl>
      {!offered && <p className="sm soft">{t('desk.ruleOff')}</p>}
      <div>
        <a className="btn btn-s" href={pathIn(language, '/desk/company/terms')}>
          {t('desk.change')}
        </a>
      </div>
    </Card>
  )
}
