import type { z } from 'zod'
import type { ReservationCard } from '#app/contract/reservations/own-reservations.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { UPCOMING } from '#app/rules/reservation/reservation-status.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'
import { type ShownTrip, TripCard } from './trip-card.tsx'

const TRIPS = listAt('/profile/reservations', { size: 10, filters: { only_successful: oneOf(['1']) } })
const GROUPS = ['upcoming', 'past'] as const

export const handle: PageHandle = {
  title: 'trips/meta.list',
  description: 'trips/meta.listText',
  areas: ['trips', 'voucher'],
  noJs: true,
  query: TRIPS.query,
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { reservations } = apiOf(context)
  const { results, ...found } = await readList(TRIPS, url, ({ only_successful, ...asked }) =>
    reservations.list({ ...asked, only_successful: only_successful === '1' }),
  )
  const now = new Date()
  return { ...found, trips: results.map((trip) => shownTrip(trip, now)) }
}

export default function TripsPage({ loaderData }: Route.ComponentProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { trips, filters, by_email } = loaderData
  const isFiltered = filters.only_successful !== undefined
  const all = pathIn(language, TRIPS.path)
  return (
    <>
      <h1>{t('title')}</h1>
      <nav className="seg" aria-label={t('show.label')}>
        <a href={all} aria-current={isFiltered ? undefined : 'true'}>
          {t('show.all')}
        </a>{' '}
        <a href={pathIn(language, TRIPS.href({ only_successful: '1' }))} aria-current={isFiltered ? 'true' : undefined}>
          {t('show.successful')}
        </a>
      </nav>
      {trips.length > 0 ? (
        GROUPS.map((group) => <TripGroup key={group} group={group} trips={trips.filter(isIn(group))} />)
      ) : (
        <EmptyState
          title={t(isFiltered ? 'empty.successful' : 'empty.title')}
          text={t(by_email ? 'empty.byEmail' : 'empty.text')}
        >
          <a className="btn btn-go" href={isFiltered ? all : pathIn(language, '/rent/car')}>
            {t(isFiltered ? 'empty.all' : 'empty.search')}
          </a>
        </EmptyState>
      )}
      <ListPages list={TRIPS} found={loaderData} />
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
  const { id, number, status, ad, company, city, currency, total, hold_until, confirm_by, is_open_quote } = trip
  const { start_date, start_time, end_date, end_time } = trip
  return {
    ...{ id, number, status, ad, company, city, currency, total, hold_until, confirm_by, is_open_quote },
    ...{ start_date, start_time, end_date, end_time },
    today: dateIn(city.zone, now),
  }
}
