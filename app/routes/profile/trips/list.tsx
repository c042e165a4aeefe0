import type { z } from 'zod'
import type { ReservationCard } from '#app/contract/own-reservations.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { UPCOMING } from '#app/rules/reservation-status.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/list'
import { type ShownTrip, TripCard } from './trip-card.tsx'

const PATH = '/profile/reservations'
const PAGE_SIZE = 10
const GROUPS = ['upcoming', 'past'] as const

export const handle: PageHandle = { areas: ['trips', 'voucher'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const isFiltered = url.searchParams.get('only_successful') === '1'
  const requested = { page: Number(url.searchParams.get('page') ?? 1), size: PAGE_SIZE }
  const found = await apiOf(context).reservations.list({ ...requested, only_successful: isFiltered })
  const now = new Date()
  const t = textFor(language, 'trips')
  return {
    meta: { title: t('meta.list'), description: t('meta.listText') },
    isFiltered,
    ...pageAt(found, requested),
    byEmail: found.by_email,
    trips: found.results.map((trip) => shownTrip(trip, now)),
  }
}

export default function TripsPage({ loaderData: { isFiltered, page, pages, byEmail, trips } }: Route.ComponentProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  const hrefOf = (filtered: boolean, number = 1) => {
    const query = new URLSearchParams()
    if (filtered) query.set('only_successful', '1')
    if (number > 1) query.set('page', String(number))
    return pathIn(language, query.size > 0 ? `${PATH}?${query}` : PATH)
  }
  return (
    <>
      <h1>{t('title')}</h1>
      <nav className="seg" aria-label={t('show.label')}>
        <a href={hrefOf(false)} aria-current={isFiltered ? undefined : 'true'}>
          {t('show.all')}
        </a>
        <a href={hrefOf(true)} aria-current={isFiltered ? 'true' : undefined}>
          {t('show.successful')}
        </a>
      </nav>
      {trips.length > 0 ? (
        GROUPS.map((group) => <TripGroup key={group} group={group} trips={trips.filter(isIn(group))} />)
      ) : (
        <EmptyState
          title={t(isFiltered ? 'empty.successful' : 'empty.title')}
          text={t(byEmail ? 'empty.byEmail' : 'empty.text')}
        >
          <a className="btn btn-go" href={isFiltered ? hrefOf(false) : pathIn(language, '/rent/car')}>
            {t(isFiltered ? 'empty.all' : 'empty.search')}
          </a>
        </EmptyState>
      )}
      <Pagination page={page} pages={pages} href={(number) => hrefOf(isFiltered, number)} />
    </>
  )
}

function TripGroup({ group, trips }: { group: (typeof GROUPS)[number]; trips: ShownTrip[] }) {
  const t = useText('trips')
  if (trips.length === 0) return null
  return (
    <section className="stack" aria-labelledby={`${group}-title`}>
      <h2 id={`${group}-title`}>{t(`group.${group}`)}</h2>
      <ul className="stack">
        {trips.map((trip) => (
          <TripCard key={trip.id} trip={trip} />
        ))}
      </ul>
    </section>
  )
}

function isIn(group: (typeof GROUPS)[number]) {
  return ({ status }: ShownTrip) => UPCOMING.includes(status) === (group === 'upcoming')
}

function shownTrip(trip: z.infer<typeof ReservationCard>, now: Date): ShownTrip {
  const { id, number, status, ad, company, city, currency, total, hold_until, confirm_by } = trip
  const { start_date, start_time, end_date, end_time } = trip
  return {
    ...{ id, number, status, ad, company, city, currency, total, hold_until, confirm_by },
    ...{ start_date, start_time, end_date, end_time },
    today: dateIn(city.zone, now),
  }
}
