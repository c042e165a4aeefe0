import type { ReactNode } from 'react'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatNumber, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { publicIdOf } from '../row-id.server.ts'
import { useOperatorWork } from '../use-operator-work.ts'
import type { Route } from './+types/person'

export const handle: PageHandle = { areas: ['voucher'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const person = await apiOf(context).operator.people.read({ id: publicIdOf(params) })
  return { person, meta: { title: person.fullname ?? person.phone } }
}

type Person = Route.ComponentProps['loaderData']['person']

export default function PersonPage({ loaderData: { person } }: Route.ComponentProps) {
  const t = useText('operator')
  const does = useOperatorWork()
  const { language } = useLanguage()
  const at = `/operator/people/${person.id}`
  return (
    <>
      <DeskHead
        title={<bdi>{person.fullname ?? t('person.noName')}</bdi>}
        text={<Tag kind={person.role === 'CLIENT' ? undefined : 'info'}>{t(`person.role.${person.role}`)}</Tag>}
      >
        <div className="row row-s">
          {does('MONEY') && (
            <a className="btn btn-s" href={pathIn(language, `${at}/correct`)}>
              {t('correct.do')}
            </a>
          )}
          {does('SUPPORT') && person.role === 'CLIENT' && !person.banned_at && (
            <a className="btn btn-s" href={pathIn(language, `${at}/sign-in-link`)}>
              {t('link.do')}
            </a>
          )}
          {does('SUPPORT') && person.role !== 'ADMIN' && (
            <a className="btn btn-s" href={pathIn(language, `${at}/ban`)}>
              {t(person.banned_at ? 'ban.end' : 'ban.do')}
            </a>
          )}
          {does() && (
            <a className="btn btn-s" href={pathIn(language, `/operator/audit?subject=account&key=${person.id}`)}>
              {t('person.history')}
            </a>
          )}
        </div>
      </DeskHead>
      <div className="stack">
        {!(does('MONEY') && does('SUPPORT')) && <p className="sm soft">{t('person.notYours')}</p>}
        {person.banned_at && (
          <Note kind="bad">{t('person.banned', { date: instant(person.banned_at, language) })}</Note>
        )}
        <Card id="facts" title={t('person.facts')}>
          <Facts facts={factsOf(person, { t, language, does })} />
        </Card>
        <Reservations person={person} />
        {person.corrections.length > 0 && <Corrections corrections={person.corrections} />}
      </div>
    </>
  )
}

type Words = { t: ReturnType<typeof useText<'operator'>>; language: ReturnType<typeof useLanguage>['language'] }
type Viewer = Words & { does: ReturnType<typeof useOperatorWork> }

function factsOf(person: Person, { t, language, does }: Viewer): { key: string; label: string; value: ReactNode }[] {
  const { phone, email, company, created_at, sessions, wallet, has_second_factor } = person
  const balances = wallet.filter(({ balance }) => balance !== 0)
  return [
    { key: 'phone', label: t('person.phone'), value: <bdi dir="ltr">{localDigits(formatPhone(phone), language)}</bdi> },
    ...(email ? [{ key: 'email', label: t('person.email'), value: <bdi dir="ltr">{email}</bdi> }] : []),
    ...(company
      ? [
          {
            key: 'company',
            label: t('person.company'),
            value: <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>,
          },
        ]
      : []),
    {
      key: 'wallet',
      label: t('person.wallet'),
      value:
        balances.map(({ balance, currency }) => formatMoney(balance, currency, language)).join(' · ') ||
        t('person.empty'),
    },
    { key: 'sessions', label: t('person.sessions'), value: formatNumber(sessions, language) },
    {
      key: 'factor',
      label: t('person.factor'),
      value: !has_second_factor ? (
        t('person.factorOff')
      ) : does('SUPPORT') ? (
        <a href={pathIn(language, `/operator/people/${person.id}/second-factor`)}>{t('person.factorOn')}</a>
      ) : (
        t('person.factorOn')
      ),
    },
    { key: 'since', label: t('person.since'), value: instant(created_at, language) },
  ]
}

function Reservations({ person: { reservations } }: { person: Person }) {
  const t = useText('operator')
  const status = useText('voucher')
  const { language } = useLanguage()
  const head = ['number', 'pickUp', 'status', 'total', 'paid'] as const
  return (
    <Card id="reservations" title={t('person.reservations')} className="stack">
      {reservations.length === 0 && <p className="soft">{t('person.noReservations')}</p>}
      {reservations.length > 0 && (
        <RowTable label={t('person.reservations')} head={head.map((name) => t(`person.${name}`))}>
          {reservations.map(({ id, number, title, start_at, currency, total, paid, ...row }) => (
            <Row key={id}>
              <Cell>
                <a href={pathIn(language, `/operator/reservations/${id}`)}>
                  <bdi>{localDigits(number, language)}</bdi>
                </a>{' '}
                <span className="mute sm">{title}</span>
              </Cell>
              <Cell>{instant(start_at, language)}</Cell>
              <Cell far>{status(`status.${row.status}`)}</Cell>
              <Cell second label={t('person.total')}>
                {formatMoney(total, currency, language)}
              </Cell>
              <Cell far label={t('person.paid')}>
                {formatMoney(paid, currency, language)}
              </Cell>
            </Row>
          ))}
        </RowTable>
      )}
    </Card>
  )
}

function Corrections({ corrections }: Pick<Person, 'corrections'>) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <Card id="corrections" title={t('person.corrections')}>
      <ul className="stack">
        {corrections.map(({ id, amount, currency, reason, status, requested_by, requested_at }) => (
          <li key={id}>
            <b className="num">{formatMoney(amount, currency, language)}</b>{' '}
            <Tag>{t(`corrections.status.${status}`)}</Tag>
            <p dir="auto">{reason}</p>
            <p className="sm mute">
              {t('corrections.by', { name: requested_by, date: instant(requested_at, language) })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const instant = (at: string, language: Words['language']) => formatInstant(new Date(at), HOME_ZONE, language, 'long')
