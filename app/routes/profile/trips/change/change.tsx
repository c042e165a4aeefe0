import { data } from 'react-router'
import { shownAd } from '#app/features/booking/shown.server.ts'
import { waitingPayment } from '#app/features/payment/waiting-payment.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { Note } from '#app/ui/page/note.tsx'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { type OwnTrip, ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/change'
import { adOf, answerChangePage, answerChangeQuery, initialFields } from './change.server.ts'
import type { ChangeAnswer, ChangedTrip } from './change-answer.ts'
import { ChangeForm } from './change-form.tsx'
import { WaitingChange } from './waiting-change.tsx'

export const handle: PageHandle = {
  areas: ['trips', 'booking', 'payment', 'bill', 'vehicle', 'asked'],
  private: true,
  noIndex: true,
  eager: true,
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const trip = await ownTrip(context, params.id)
  const t = textFor(context.get(siteContext).language, 'trips')
  const title = t('meta.change', { number: numberIn(context.get(siteContext).language, trip.number) })
  const page = {
    meta: { title, description: t('meta.oneText') },
    trip: shownTrip(trip),
    today: dateIn(trip.city.zone, new Date()),
  }
  if (trip.change) {
    const waiting = (await waitingPayment(context, trip.change.id, url.searchParams)) ?? null
    return data({ ...page, waiting, form: null, answer: undefined })
  }
  const ad = trip.changeable_until ? await adOf(context, trip) : undefined
  if (!ad) return data({ ...page, waiting: null, form: null, answer: undefined }, { status: 409 })
  const requested = await answerChangeQuery(context, trip, { ad, query: url.searchParams })
  const form = { ad: shownAd(ad), initial: initialFields(trip) }
  return data({ ...page, waiting: null, form, answer: requested?.data }, requested?.init ?? undefined)
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return answerChangePage(context, await ownTrip(context, params.id), await request.formData())
}

export default function ChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { trip, today, waiting, form } = loaderData
  const answer: ChangeAnswer | undefined = actionData ?? loaderData.answer
  const back = pathIn(language, `/profile/reservation/${trip.id}`)
  return (
    <TripSubpage trip={trip} title={t('change.title')}>
      {form && <ChangeForm {...{ trip, today, ...form, answer }} />}
      {waiting && <WaitingChange {...{ trip, waiting, answer }} />}
      {!form && !waiting && (
        <div className="stack">
          <Note kind="warn">{t(trip.change ? 'waiting.over' : 'change.impossible')}</Note>
          <div>
            <a className="btn" href={back}>
              {t('change.back')}
            </a>
          </div>
        </div>
      )}
    </TripSubpage>
  )
}

/** What the page shows of the trip: no more is sent. */
function shownTrip({ id, number, ad, city, currency, change, changeable_until }: OwnTrip): ChangedTrip {
  return { id, number, title: ad.title, city, currency, change, changeable_until }
}
