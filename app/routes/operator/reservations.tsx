import { CurrencyCode } from '#app/contract/shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { RESERVATION_LISTS, type ReservationList } from '#app/rules/reservation-lists.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Chip } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/reservations'
import { deskMeta, deskText } from './operator-page.server.ts'
import { PERIODS, periodOf } from './period.ts'

const SIZE = 25

export const handle: PageHandle = { areas: ['voucher'], query: ['list', 'days', 'currency', 'page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const { searchParams: params } = url
  const list = RESERVATION_LISTS.find((name) => name === params.get('list')) ?? 'begun'
  const currency = CurrencyCode.safeParse(params.get('currency')).data
  const days = periodOf(params)
  const page = Number(params.get('page') ?? 1)
  const found = await apiOf(context).operator.reservations({ list, days, currency, page, size: SIZE })
  return {
    reservations: found.results,
    ...{ list, days, currency },
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, deskText(context)('kind.reservation')),
  }
}

export default function Reservations({ loaderData }: Route.ComponentProps) {
  const { reservations, list, days, currency, page, pages } = loaderData
  const t = useText('operator')
  const status = useText('voucher')
  const { language } = useLanguage()
  const names: Record<ReservationList, string> = {
    begun: t('overview.begun'),
    booked: t('overview.booked'),
    successful: t('overview.turnover'),
    commission: t('overview.commission'),
    waiting: t('lists.waiting'),
  }
  const address = (changed: { list?: ReservationList; days?: number; page?: number }) => {
    const query = { list, days, ...(currency && { currency }), ...changed }
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)])
    return pathIn(language, `/operator/reservations?${new URLSearchParams(entries)}`)
  }
  const instant = (iso: string) => formatInstant(new Date(iso), HOME_ZONE, language, 'short')
  const head = [
    'person.number',
    'person.company',
    'payment.at',
    'person.pickUp',
    'person.status',
    'person.total',
  ] as const
  return (
    <>
      <DeskHead title={t('kind.reservation')}>
        {list !== 'waiting' && (
          <nav className="row row-s" aria-label={t('overview.period')}>
            {PERIODS.map((n) => (
              <Chip key={n} href={address({ days: n })} isCurrent={n === days}>
                {t('overview.days', { n })}
              </Chip>
            ))}
          </nav>
        )}
      </DeskHead>
      <div className="stack">
        <nav className="row row-s" aria-label={t('lists.which')}>
          {RESERVATION_LISTS.map((name) => (
            <Chip key={name} href={address({ list: name })} isCurrent={name === list}>
              {names[name]}
            </Chip>
          ))}
        </nav>
        {reservations.length === 0 && <EmptyState title={t('lists.none')} />}
        {reservations.length > 0 && (
          <div className="card">
            <RowTable
              label={names[list]}
              head={[...head.map((name) => t(name)), ...(list === 'commission' ? [names.commission] : [])]}
            >
              {reservations.map((row) => (
                <Row key={row.id}>
                  <Cell whole>
                    <a href={pathIn(language, `/voucher/${row.id}`)}>
                      <bdi>{localDigits(row.number, language)}</bdi>
                    </a>{' '}
                    <bdi className="mute sm">{row.fullname}</bdi>
                  </Cell>
                  <Cell>
                    <a href={pathIn(language, `/operator/companies/${row.company.id}`)}>{row.company.name}</a>
                  </Cell>
                  <Cell far label={t('payment.at')}>
                    {instant(row.created_at)}
                  </Cell>
                  <Cell second label={t('person.pickUp')}>
                    {instant(row.start_at)}
                  </Cell>
                  <Cell far>{status(`status.${row.status}`)}</Cell>
                  <Cell label={t('person.total')}>{formatMoney(row.total, row.currency, language)}</Cell>
                  {list === 'commission' && (
                    <Cell far label={names.commission}>
                      {formatMoney(row.commission ?? 0, row.currency, language)}
                    </Cell>
                  )}
                </Row>
              ))}
            </RowTable>
          </div>
        )}
        <Pagination page={page} pages={pages} href={(n) => address({ page: n })} />
      </div>
    </>
  )
}
