import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CURRENCY_CODES, HOME_ZONE } from '#app/rules/constants.ts'
import { RESERVATION_LISTS, type ReservationList } from '#app/rules/reservation/reservation-lists.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import { PERIODS, periodOf } from '../overview/period.ts'
import type { Route } from './+types/list'

const RESERVATIONS = listAt('/operator/reservations', {
  size: 25,
  filters: { list: oneOf(RESERVATION_LISTS, 'begun'), days: periodOf, currency: oneOf(CURRENCY_CODES) },
})

export const handle: PageHandle = { title: 'operator/kind.reservation', areas: ['voucher'], query: RESERVATIONS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(RESERVATIONS, url, (asked) => apiOf(context).operator.reservations.list(asked))

export default function Reservations({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  const { list } = loaderData.filters
  const names: Record<ReservationList, string> = {
    begun: t('overview.begun'),
    booked: t('overview.booked'),
    successful: t('overview.turnover'),
    commission: t('overview.commission'),
    waiting: t('lists.waiting'),
  }
  const instant = (iso: string) => formatInstant(new Date(iso), HOME_ZONE, language, 'short')
  return (
    <ListPage
      list={RESERVATIONS}
      found={loaderData}
      title={t('kind.reservation')}
      aside={
        list !== 'waiting' && (
          <FilterChips
            list={RESERVATIONS}
            found={loaderData}
            name="days"
            label={t('overview.period')}
            choices={PERIODS.map((n) => ({ value: n, label: t('overview.days', { n }) }))}
          />
        )
      }
      filters={
        <FilterChips
          list={RESERVATIONS}
          found={loaderData}
          name="list"
          label={t('lists.which')}
          choices={RESERVATION_LISTS.map((value) => ({ value, label: names[value] }))}
        />
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
              <a href={pathIn(language, `/operator/reservations/${id}`)}>
                <bdi>{localDigits(number, language)}</bdi>
              </a>{' '}
              <bdi className="mute sm">{fullname}</bdi>
            </>
          ),
        },
        {
          head: t('person.company'),
          cell: ({ company: { id, name } }) => <a href={pathIn(language, `/operator/companies/${id}`)}>{name}</a>,
        },
        { head: t('payment.at'), far: true, labelled: true, cell: ({ created_at }) => instant(created_at) },
        { head: t('person.pickUp'), second: true, labelled: true, cell: ({ start_at }) => instant(start_at) },
        { head: t('person.status'), far: true, cell: ({ status }) => voucher(`status.${status}`) },
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
