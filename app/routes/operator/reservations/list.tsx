import { FindForm } from '#app/features/desk/find-form.tsx'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import {
  PERIOD_LISTS,
  RESERVATION_LISTS,
  RESERVATION_ORDERS,
  type ReservationList,
} from '#app/rules/reservation/reservation-lists.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { FilterChips, ListFile, ListPage } from '#app/ui/desk/list-page.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import { PERIODS } from '../overview/period.ts'
import type { Route } from './+types/list'
import { DaysForm } from './days-form.tsx'
import { inDays } from './listed.server.ts'
import { RESERVATIONS } from './listed.ts'

export const handle: PageHandle = {
  title: 'operator/kind.reservation',
  areas: ['voucher', 'managed', 'desk'],
  query: RESERVATIONS.query,
}

export const loader = ({ context, url }: Route.LoaderArgs) => {
  const { language } = context.get(siteContext)
  return readList(RESERVATIONS, url, (asked) => apiOf(context).operator.reservations.list(inDays(asked, language)))
}

export default function Reservations({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  const managed = useText('managed')
  const voucher = useText('voucher')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { filters } = loaderData
  const { list, q } = filters
  const names: Record<ReservationList, string> = {
    all: t('lists.all'),
    begun: t('overview.begun'),
    booked: t('overview.booked'),
    successful: t('overview.turnover'),
    commission: t('overview.commission'),
    waiting: t('lists.waiting'),
  }
  return (
    <ListPage
      list={RESERVATIONS}
      found={loaderData}
      title={t('kind.reservation')}
      count={desk('list.found', { n: loaderData.count })}
      aside={
        <ListFile list={RESERVATIONS} found={loaderData}>
          <Icon name="download" />
          {desk('list.csv')}
        </ListFile>
      }
      filters={
        <>
          <FindForm
            find={{ path: RESERVATIONS.path, label: managed('list.search') }}
            id="find"
            value={q}
            className="seek seek-l"
          />
          <FilterChips
            list={RESERVATIONS}
            found={loaderData}
            name="list"
            label={t('lists.which')}
            choices={RESERVATION_LISTS.map((value) => ({ value, label: names[value] }))}
          />
          {PERIOD_LISTS.includes(list) && (
            <FilterChips
              list={RESERVATIONS}
              found={loaderData}
              name="days"
              label={t('overview.period')}
              choices={PERIODS.map((n) => ({ value: n, label: t('overview.days', { n }) }))}
            />
          )}
          <FilterChips
            list={RESERVATIONS}
            found={loaderData}
            name="status"
            label={t('person.status')}
            choices={[
              { value: undefined, label: t('lists.all') },
              ...RESERVATION_STATUSES.map((value) => ({ value, label: voucher(`status.${value}`) })),
            ]}
            scrolls
          />
          <FilterChips
            list={RESERVATIONS}
            found={loaderData}
            name="order"
            label={managed('list.order')}
            choices={RESERVATION_ORDERS.map((value) => ({ value, label: managed(`list.orders.${value}`) }))}
            scrolls
          />
          <DaysForm filters={filters} />
        </>
      }
      empty={t('lists.none')}
      label={names[list]}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('person.number'),
          whole: true,
          cell: ({ id, number, fullname }) => (
            <>
              <a href={pathIn(language, `${RESERVATIONS.path}/${id}`)}>{numberIn(language, number)}</a>{' '}
              <bdi className="mute sm">{fullname}</bdi>
            </>
          ),
        },
        {
          head: t('person.company'),
          cell: ({ vehicle, company: { id, name } }) => (
            <>
              <a href={pathIn(language, `/operator/companies/${id}`)}>{name}</a>
              <br />
              <span className="sm mute">{vehicle}</span>
            </>
          ),
        },
        {
          head: t('payment.at'),
          far: true,
          labelled: true,
          cell: ({ created_at }) => formatInstant(new Date(created_at), HOME_ZONE, language, 'short'),
        },
        {
          head: t('person.pickUp'),
          second: true,
          labelled: true,
          cell: ({ start_date }) => formatDate(start_date, language, 'short'),
        },
        { head: t('person.status'), far: true, cell: ({ status }) => <StatusTag status={status} /> },
        { head: t('person.total'), labelled: true, cell: (row) => formatMoney(row.total, row.currency, language) },
        list === 'commission' && {
          head: names.commission,
          far: true,
          labelled: true,
          cell: (row) => formatMoney(row.commission ?? 0, row.currency, language),
        },
      ]}
    />
  )
}
