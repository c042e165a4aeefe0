import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { deskText } from '../operator-page.server.ts'
import { publicIdOf } from '../row-id.server.ts'
import { useOperatorWork } from '../use-operator-work.ts'
import type { Route } from './+types/payment'
import { Ledger } from './ledger.tsx'

export const handle: PageHandle = { areas: ['trips'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const payment = await apiOf(context).operator.payments.read({ id: publicIdOf(params) })
  return { payment, meta: { title: deskText(context)('payment.title', { number: payment.number }) } }
}

type Payment = Route.ComponentProps['loaderData']['payment']

export default function PaymentPage({ loaderData: { payment } }: Route.ComponentProps) {
  const t = useText('operator')
  const status = useText('trips')
  const { language } = useLanguage()
  const does = useOperatorWork()
  const { id, number, refundable, refunds, ledger } = payment
  return (
    <>
      <DeskHead
        title={t('payment.title', { number: localDigits(number, language) })}
        text={<Tag kind={payment.status === 'PAID' ? 'ok' : undefined}>{status(`status.${payment.status}`)}</Tag>}
      >
        <div className="row row-s">
          {payment.status === 'REVIEW' && does('MONEY') && (
            <a className="btn btn-s btn-go" href={pathIn(language, `/operator/payments/${id}/review`)}>
              {t('review.do')}
            </a>
          )}
          {refundable > 0 && does('MONEY') && (
            <a className="btn btn-s" href={pathIn(language, `/operator/payments/${id}/refund`)}>
              {t('refund.do')}
            </a>
          )}
          <a className="btn btn-s" href={pathIn(language, `/operator/payments/${id}/invoice`)}>
            {t('payment.invoice')}
          </a>
          <a className="btn btn-s" href={pathIn(language, `/operator/audit?subject=payment&key=${id}`)}>
            {t('person.history')}
          </a>
        </div>
      </DeskHead>
      <div className="stack">
        <FactsCard payment={payment} />
        <History payment={payment} />
        <Ledger entries={ledger} currency={payment.currency} />
        {!does('MONEY') && <p className="sm soft">{t('payment.notYours')}</p>}
        {refunds.length > 0 && <Refunds payment={payment} />}
      </div>
    </>
  )
}

function FactsCard({ payment }: { payment: Payment }) {
  const t = useText('operator')
  const { language } = useLanguage()
  const { payer, reservation, company, gateway, currency, amount, wallet_amount, card, reference, refundable } = payment
  const money = (value: number) => formatMoney(value, currency, language)
  const name = <bdi>{payer.fullname || phoneIn(language, payer.phone)}</bdi>
  const facts = [
    {
      key: 'payer',
      label: t('payment.payer'),
      value: payer.id ? <a href={pathIn(language, `/operator/people/${payer.id}`)}>{name}</a> : name,
    },
    {
      key: 'for',
      label: t('payment.for'),
      value: reservation ? (
        <a href={pathIn(language, `/operator/reservations/${reservation.id}`)}>
          <bdi>{localDigits(reservation.number, language)}</bdi>
        </a>
      ) : (
        t('payment.topUp')
      ),
    },
    ...(company
      ? [
          {
            key: 'company',
            label: t('payment.company'),
            value: <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>,
          },
        ]
      : []),
    {
      key: 'gateway',
      label: t('payment.gateway'),
      value: gateway === 'wallet' ? t('payment.viaWallet') : <bdi dir="ltr">{gateway}</bdi>,
    },
    { key: 'amount', label: t(gateway === 'wallet' ? 'payment.walletAmount' : 'payment.amount'), value: money(amount) },
    ...(wallet_amount > 0 ? [{ key: 'wallet', label: t('payment.walletAmount'), value: money(wallet_amount) }] : []),
    ...(card ? [{ key: 'card', label: t('payment.card'), value: <bdi dir="ltr">{card}</bdi> }] : []),
    ...(reference
      ? [{ key: 'reference', label: t('payment.reference'), value: <bdi dir="ltr">{reference}</bdi> }]
      : []),
    { key: 'refundable', label: t('payment.refundable'), value: money(refundable) },
  ]
  return (
    <Card id="facts" title={t('payment.facts')}>
      <Facts facts={facts} />
    </Card>
  )
}

function History({ payment: { history } }: { payment: Payment }) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <Card id="history" title={t('payment.history')}>
      <RowTable
        label={t('payment.history')}
        head={(['at', 'what', 'detail'] as const).map((name) => t(`payment.${name}`))}
      >
        {history.map(({ at, what, detail }) => (
          <Row key={`${what} ${at} ${detail}`}>
            <Cell>{at ? formatInstant(new Date(at), HOME_ZONE, language, 'long') : '—'}</Cell>
            <Cell far>{t(`payment.step.${what}`)}</Cell>
            <Cell whole>
              {what === 'SETTLED' && detail ? t.loose(`payment.settledAs.${detail}`) : <bdi dir="ltr">{detail}</bdi>}
            </Cell>
          </Row>
        ))}
      </RowTable>
    </Card>
  )
}

function Refunds({ payment: { refunds } }: { payment: Payment }) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <Card id="refunds" title={t('payment.refunds')}>
      <ul className="stack">
        {refunds.map(({ id, amount, currency, reason, status, requested_by, requested_at, payment }) => (
          <li key={id}>
            <b className="num">{formatMoney(amount, currency, language)}</b>{' '}
            <Tag>{t(`corrections.status.${status}`)}</Tag>
            {payment && (
              <p className="sm soft">
                {t(payment.bearer === 'COMPANY' ? 'refund.company' : 'refund.MARKETPLACE')} →{' '}
                {t(`refund.${payment.way}`)}
              </p>
            )}
            <p dir="auto">{reason}</p>
            <p className="sm mute">
              {t('corrections.by', {
                name: requested_by,
                date: formatInstant(new Date(requested_at), HOME_ZONE, language, 'long'),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
