import { PaymentStatus } from '#app/contract/payment-shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { PAYMENT_STATUSES } from '#app/rules/payment-status.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Chip, Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, deskText } from '../operator-page.server.ts'
import type { Route } from './+types/list'

const SIZE = 25

export const handle: PageHandle = { areas: ['trips'], query: ['status', 'page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const status = PaymentStatus.safeParse(url.searchParams.get('status')).data
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = await apiOf(context).operator.payments({ status, page, size: SIZE })
  return {
    payments: found.results,
    status,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, deskText(context)('kind.payment')),
  }
}

export default function Payments({ loaderData: { payments, status, page, pages } }: Route.ComponentProps) {
  const t = useText('operator')
  const words = useText('trips')
  const { language } = useLanguage()
  const address = (query: Record<string, string>) =>
    pathIn(language, `/operator/payments?${new URLSearchParams({ ...(status && { status }), ...query })}`)
  return (
    <>
      <DeskHead title={t('kind.payment')} />
      <div className="stack">
        <nav className="row row-s" aria-label={t('person.status')}>
          <Chip href={pathIn(language, '/operator/payments')} isCurrent={status === undefined}>
            {t('lists.all')}
          </Chip>
          {PAYMENT_STATUSES.map((name) => (
            <Chip key={name} href={address({ status: name })} isCurrent={name === status}>
              {words(`status.${name}`)}
            </Chip>
          ))}
        </nav>
        {payments.length === 0 && <EmptyState title={t('lists.none')} />}
        {payments.length > 0 && (
          <div className="card">
            <RowTable
              label={t('kind.payment')}
              head={[t('person.number'), t('payment.at'), t('person.status'), t('person.total')]}
            >
              {payments.map((payment) => (
                <Row key={payment.id}>
                  <Cell whole>
                    <a href={pathIn(language, `/operator/payments/${payment.id}`)}>
                      <bdi>{localDigits(payment.number, language)}</bdi>
                    </a>{' '}
                    {payment.reservation && (
                      <bdi className="mute sm">{localDigits(payment.reservation.number, language)}</bdi>
                    )}
                  </Cell>
                  <Cell>{formatInstant(new Date(payment.created_at), HOME_ZONE, language, 'short')}</Cell>
                  <Cell far>
                    <Tag kind={payment.status === 'PAID' ? 'ok' : undefined}>{words(`status.${payment.status}`)}</Tag>
                  </Cell>
                  <Cell label={t('person.total')}>
                    {formatMoney(payment.amount + payment.wallet_amount, payment.currency, language)}
                  </Cell>
                </Row>
              ))}
            </RowTable>
          </div>
        )}
        <Pagination page={page} pages={pages} href={(n) => address({ page: String(n) })} />
      </div>
    </>
  )
}
