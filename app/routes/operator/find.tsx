import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { FindForm } from '#app/features/desk/find-form.tsx'
import { Plate } from '#app/features/desk/plate.tsx'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn, phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/find'

const LONGEST = 100
const KINDS = ['person', 'reservation', 'payment', 'company', 'vehicle', 'ticket', 'code'] as const

export const handle: PageHandle = {
  title: 'operator/find.title',
  areas: ['voucher', 'trips', 'tickets', 'desk'],
  query: ['q'],
}

/** What is found alone opens itself. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, LONGEST)
  const answer = q.length < 2 ? { found: [], more: false } : await apiOf(context).operator.overview.find({ q })
  const [only, other] = answer.found
  if (only && !other) throw redirect(addressOf(only), 303)
  return { q, ...answer }
}

type Found = Route.ComponentProps['loaderData']['found'][number]

export default function Find({ loaderData: { q, found, more } }: Route.ComponentProps) {
  const t = useText('operator')
  return (
    <>
      <DeskHead title={t('find.title')} />
      <div className="stack">
        <FindForm
          find={{ path: '/operator/find', label: t('find.label') }}
          id="find"
          value={q}
          className="seek seek-l"
        />
        {q.length === 1 && <Note kind="warn">{t('find.short')}</Note>}
        {q.length > 1 && found.length === 0 && <EmptyState title={t('find.none', { q })} />}
        {more && <Note>{t('find.more')}</Note>}
        <div className="trio">
          {KINDS.map((kind) => (
            <Kind key={kind} kind={kind} results={found.filter((one) => one.kind === kind)} />
          ))}
        </div>
        <p className="sm mute">{t('find.knows')}</p>
      </div>
    </>
  )
}

function Kind({ kind, results }: { kind: Found['kind']; results: readonly Found[] }) {
  const t = useText('operator')
  const { language } = useLanguage()
  if (results.length === 0) return null
  return (
    <section className="card stack stack-2" aria-labelledby={`found-${kind}`}>
      <h2 id={`found-${kind}`}>
        {t(`kind.${kind}`)} <span className="mute sm">{localDigits(String(results.length), language)}</span>
      </h2>
      <ul className="list">
        {results.map((one) => (
          <li key={one.id}>
            <a href={pathIn(language, addressOf(one))}>
              <Result one={one} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Result({ one }: { one: Found }) {
  const t = useText('operator')
  const trips = useText('trips')
  const tickets = useText('tickets')
  const desk = useText('desk')
  const { language } = useLanguage()
  switch (one.kind) {
    case 'person':
      return (
        <Line title={<bdi>{one.name ?? t('person.noName')}</bdi>}>
          {phoneIn(language, one.phone)}
          {one.email && ` · ${one.email}`}
        </Line>
      )
    case 'reservation':
      return (
        <Line title={`${numberIn(language, one.number)} · ${one.vehicle}`} end={<StatusTag status={one.status} />}>
          <bdi>{one.fullname}</bdi> · {one.company} · {formatDate(one.start_date, language, 'long')}
        </Line>
      )
    case 'payment':
      return (
        <Line title={numberIn(language, one.number)} end={<Tag>{trips(`status.${one.status}`)}</Tag>}>
          {formatMoney(one.amount, one.currency, language)} · {trips.loose(`gateway.${one.gateway}`)}
        </Line>
      )
    case 'company':
      return <Line title={one.name}>{one.city}</Line>
    case 'vehicle':
      return (
        <Line
          title={`${one.title} · ${localDigits(String(one.id), language)}`}
          end={one.plate ? <Plate text={one.plate} /> : undefined}
        >
          {localDigits(String(one.year), language)} · {one.company} · {desk(`fleet.state.${one.state}`)}
        </Line>
      )
    case 'ticket':
      return (
        <Line title={<bdi>{one.subject}</bdi>} end={<Tag>{tickets(`status.${one.status}`)}</Tag>}>
          {tickets('number', { number: localDigits(String(one.number), language) })}
        </Line>
      )
    case 'code':
      return (
        <Line title={<bdi dir="ltr">{one.code}</bdi>}>{t('codes.usedOf', { used: one.used, total: one.total })}</Line>
      )
  }
}

function Line({ title, end, children }: { title: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="grow">
        <b>{title}</b>
        <br />
        <span className="sm soft">{children}</span>
      </span>
      {end}
    </>
  )
}

function addressOf({ kind, id }: Found): string {
  switch (kind) {
    case 'person':
      return `/operator/people/${id}`
    case 'reservation':
      return `/operator/reservations/${id}`
    case 'payment':
      return `/operator/payments/${id}`
    case 'company':
      return `/operator/companies/${id}`
    case 'vehicle':
      return `/operator/moderation/listings/${id}`
    case 'ticket':
      return `/operator/inbox/${id}`
    case 'code':
      return '/operator/codes'
  }
}
