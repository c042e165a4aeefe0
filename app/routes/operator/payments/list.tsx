import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { PAYMENT_STATUSES } from '#app/rules/money/payment/payment-status.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const PAYMENTS = listAt('/operator/payments', { size: 25, filters: { status: oneOf(PAYMENT_STATUSES) } })

export const handle: PageHandle = { title: 'operator/kind.payment', areas: ['trips'], query: PAYMENTS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(PAYMENTS, url, (asked) => apiOf(context).operator.payments.list(asked))

export default function Payments({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  const trips = useText('trips')
  const { language } = useLanguage()
  return (
    <ListPage
      list={PAYMENTS}
      found={loaderData}
      title={t('kind.payment')}
      filters={
        <FilterChips
          list={PAYMENTS}
          found={loaderData}
          name="status"
          label={t('person.status')}
          choices={[
            { value: undefined, label: t('lists.all') },
            ...PAYMENT_STATUSES.map((value) => ({ value, label: trips(`status.${value}`) })),
          ]}
        />
      }
      empty={t('lists.none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('person.number'),
          whole: true,
          cell: ({ id, number, reservation }) => (
            <>
              <a href={pathIn(language, `${PAYMENTS.path}/${id}`)}>
                <bdi>{localDigits(number, language)}</bdi>
              </a>{' '}
              {reservation && <bdi className="mute sm">{localDigits(reservation.number, language)}</bdi>}
            </>
          ),
        },
        {
          head: t('payment.at'),
          cell: ({ created_at }) => formatInstant(new Date(created_at), HOME_ZONE, language, 'short'),
        },
        {
          head: t('person.status'),
          far: true,
          cell: ({ status }) => <Tag kind={status === 'PAID' ? 'ok' : undefined}>{trips(`status.${status}`)}</Tag>,
        },
        {
          head: t('person.total'),
          labelled: true,
          cell: (payment) => formatMoney(wholePayment(payment), payment.currency, language),
        },
      ]}
    />
  )
}
