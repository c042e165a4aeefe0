import { Plate } from '#app/features/desk/plate.tsx'
import { RecordCard } from '#app/features/protocol/record-card.tsx'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { oneOf } from '#app/rules/search/list-address.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/one'
import { managedReservation, wordsOf } from './managed.server.ts'
import { ActionsCard } from './parts/actions-card.tsx'
import { FactsCard } from './parts/facts-card.tsx'
import { MoneyCard } from './parts/money-card.tsx'
import { ConversationsCard, DocumentsCard } from './parts/papers.tsx'
import { TIMELINE_PARTS } from './timeline/parts.ts'
import { TimelineCard } from './timeline/timeline-card.tsx'

export const handle: PageHandle = {
  areas: ['managed', 'voucher', 'bill', 'protocol', 'trips', 'desk', 'tickets'],
  query: ['show'],
}

const partOf = oneOf(TIMELINE_PARTS)

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const one = await managedReservation(context, params)
  const { t, number } = wordsOf(context, one)
  return { one, show: partOf(url.searchParams.get('show') ?? undefined), meta: { title: t('title', { number }) } }
}

/** Everything about one reservation: what may be done, its money, and all that happened in one line. */
export default function ManagedReservation({ loaderData: { one, show } }: Route.ComponentProps) {
  const t = useText('managed')
  const operator = useText('operator')
  const { language } = useLanguage()
  const number = numberIn(language, one.number)
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: operator('kind.reservation'), href: pathIn(language, '/operator/reservations') },
          { label: number },
        ]}
      />
      <DeskHead
        title={t('title', { number })}
        text={
          <span className="row row-s">
            <StatusTag status={one.status} /> <bdi>{one.fullname}</bdi> <Plate text={one.plate} />
          </span>
        }
      />
      <div className="duo">
        <div className="stack">
          <ActionsCard one={one} />
          <TimelineCard one={one} show={show} />
          {one.protocols.map((record) => (
            <RecordCard
              key={record.id}
              record={record}
              reservation={one.id}
              category={one.ad.category}
              zone={one.city.zone}
              currency={one.currency}
            />
          ))}
        </div>
        <div className="stack">
          <FactsCard one={one} />
          <MoneyCard one={one} />
          <ConversationsCard one={one} />
          <DocumentsCard one={one} />
        </div>
      </div>
    </>
  )
}
