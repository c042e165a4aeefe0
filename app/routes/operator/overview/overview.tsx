import { Fragment } from 'react'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatNumber, formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { doesWork } from '#app/rules/access/operator-role.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Chip, Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/overview'
import { BookingsChart } from './bookings-chart.tsx'
import { PERIODS, periodOf } from './period.ts'
import '../../../../styles/desk.css'

/** Where each kind of waiting work is done, and whose work it is. */
const DONE_AT = {
  comments: { path: '/operator/moderation', of: ['CONTENT', 'SUPPORT'] },
  tickets: { path: '/operator/inbox', of: ['SUPPORT'] },
  chats: { path: '/operator/inbox', of: ['SUPPORT'] },
  approvals: { path: '/operator/approvals', of: ['MONEY', 'CONTENT', 'SUPPORT'] },
  payments: { path: '/operator/payments?status=REVIEW', of: ['MONEY', 'SUPPORT'] },
  confirmations: { path: '/operator/reservations?list=waiting', of: ['MONEY', 'SUPPORT'] },
  disputes: { path: '/operator/disputes', of: ['MONEY', 'SUPPORT'] },
  card_returns: { path: '/operator/card-returns', of: ['MONEY'] },
  partners: { path: '/operator/partners', of: ['SUPPORT'] },
  exchange_rate: { path: '/operator/settings', of: ['MONEY'] },
  listings: { path: '/operator/moderation/listings?show=waiting', of: ['CONTENT', 'SUPPORT'] },
} as const

export const handle: PageHandle = { title: 'operator/nav.overview', query: ['days'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const days = periodOf(url.searchParams.get('days') ?? undefined)
  const overview = await apiOf(context).operator.overview.read({ days })
  return { ...overview, period: days }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { since, period, days } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={t('nav.overview')} text={t('overview.since', { date: formatDate(since, language, 'long') })}>
        <nav className="row row-s" aria-label={t('overview.period')}>
          {PERIODS.map((n) => (
            <Fragment key={n}>
              <Chip href={pathIn(language, `/operator?days=${n}`)} isCurrent={n === period}>
                {t('overview.days', { n })}
              </Chip>{' '}
            </Fragment>
          ))}
        </nav>
      </DeskHead>
      <div className="stack">
        {doesWork(loaderData.role, ['MONEY', 'SUPPORT']) && <Tiles {...loaderData} />}
        <div className="duo">
          <BookingsChart days={days} />
          <Waiting {...loaderData} />
        </div>
      </div>
    </>
  )
}

function Tiles({ booked, begun, turnover, period }: Route.ComponentProps['loaderData']) {
  const t = useText('operator')
  const { language } = useLanguage()
  const share = begun > 0 ? Math.round((booked / begun) * 100) : 0
  // In a narrow tile the currency moves to a line of its own before a word breaks.
  const money = (amount: number, currency: CurrencyCode) =>
    formatMoney(amount, currency, language).replace('\u00a0', ' ')
  const tiles = [
    { list: 'booked', name: t('overview.booked'), value: formatNumber(booked, language) },
    { list: 'begun', name: t('overview.begun'), value: formatNumber(begun, language) },
    { list: 'begun', name: t('overview.conversion'), value: formatPercent(share, language) },
    ...turnover.filter(hasMoved).flatMap(({ currency, total, commission }) => [
      { list: 'successful', currency, name: t('overview.turnover'), value: money(total, currency) },
      {
        list: 'commission',
        currency,
        name: t('overview.commission'),
        value: money(commission, currency),
      },
    ]),
  ]
  return (
    <ul className="tiles">
      {tiles.map(({ name, value, ...query }) => (
        <li key={value + name}>
          <a
            className="card tile"
            href={pathIn(language, `/operator/reservations?${new URLSearchParams({ ...query, days: String(period) })}`)}
          >
            <span className="mute">{name}</span> <b className="num">{value}</b>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A currency in which nothing was booked would only repeat a zero; toman is shown always. */
function hasMoved({ currency, total, commission }: Route.ComponentProps['loaderData']['turnover'][number]): boolean {
  return currency === 'IRT' || total !== 0 || commission !== 0
}

function Waiting({ waiting, role }: Pick<Route.ComponentProps['loaderData'], 'waiting' | 'role'>) {
  const t = useText('operator')
  const { language } = useLanguage()
  const kinds = (Object.keys(waiting) as (keyof typeof waiting)[]).filter(
    (kind) => waiting[kind] > 0 && doesWork(role, DONE_AT[kind].of),
  )
  return (
    <section className="card stack stack-2" aria-labelledby="waiting">
      <h2 id="waiting">{t('waiting.title')}</h2>
      {kinds.length === 0 && <EmptyState title={t('waiting.nothing')} />}
      <ul className="list">
        {kinds.map((kind) => (
          <li key={kind}>
            <a href={pathIn(language, DONE_AT[kind].path)}>
              <span className="grow">{t(`waiting.${kind}`)}</span>{' '}
              <Tag kind="warn">{formatNumber(waiting[kind], language)}</Tag>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
