import { redirect } from 'react-router'
import { ChatButton } from '#app/features/chat/chat-button.tsx'
import { DepositBackCard } from '#app/features/deposit/deposit-card.tsx'
import { MonthlyCard } from '#app/features/monthly/monthly-card.tsx'
import { handOverMaps } from '#app/features/reservation/hand-over-maps.server.ts'
import { phaseOf } from '#app/features/reservation/phase.ts'
import { PhaseNote } from '#app/features/reservation/phase-note.tsx'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { HANDED_OVER, UNPAID } from '#app/rules/reservation/reservation-status.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/trip'
import { DepositCard } from './deposit/deposit.tsx'
import { ownTrip } from './own-trip.server.ts'
import { PaymentsCard } from './payments-card.tsx'
import { PriceAside } from './price-aside.tsx'
import { RecordsOfTrip } from './records-of-trip.tsx'
import { ReviewCard } from './review-card.tsx'
import { answerTripForm } from './trip-forms.server.ts'
import { TripLine } from './trip-line.tsx'
import { WaitingNote } from './waiting-note.tsx'
import { WhenWhere } from './when-where.tsx'

export const handle: PageHandle = {
  areas: [
    'trips',
    'voucher',
    'refunds',
    'bill',
    'vehicle',
    'asked',
    'protocol',
    'map',
    'deposit',
    'monthly',
    'cheaper',
  ],
  noJs: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const trip = await ownTrip(context, params.id)
  // An offer that nobody has accepted is answered on its own page.
  if (trip.quote && trip.quote !== 'ACCEPTED') throw redirect(`/quote/${trip.id}`)
  const t = textFor(language, 'trips')
  return {
    meta: { title: t('meta.one', { number: numberIn(language, trip.number) }), description: t('meta.oneText') },
    trip,
    records: HANDED_OVER.includes(trip.status) ? await apiOf(context).reservations.protocols({ id: trip.id }) : null,
    hasKeyBox: trip.status === 'CONFIRMED' && (await apiOf(context).reservations.keyBox.read({ id: trip.id })) !== null,
    cheaper:
      trip.status === 'CONFIRMED'
        ? await decoration(context, 'cheaper', apiOf(context).reservations.cheaper.read({ id: trip.id }), null)
        : null,
    maps: handOverMaps(context, trip),
    today: dateIn(trip.city.zone, new Date()),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return answerTripForm(context, await ownTrip(context, params.id), await request.formData())
}

export default function TripPage({ loaderData, actionData }: Route.ComponentProps) {
  const { trip, records, hasKeyBox, cheaper, maps, today } = loaderData
  const t = useText('trips')
  const { language } = useLanguage()
  const protocol = useText('protocol')
  const form = useReply('trip', { reply: actionData?.form })
  const phase = phaseOf(trip)
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs
          crumbs={[
            { label: t('title'), href: pathIn(language, '/profile/reservations') },
            { label: numberIn(language, trip.number) },
          ]}
        />
        <div className="row between pt-3 pb-5">
          <div className="row">
            <h1>
              {trip.ad.title}{' '}
              <span className="mute font-normal">{formatModelYear(trip.ad.year, trip.city.zone, language)}</span>
            </h1>
            <StatusTag status={trip.status} phase={phase} />
          </div>
          <div className="row row-s">
            {phase === 'valid' && <Papers id={trip.id} />}
            {!UNPAID.includes(trip.status) && <ChatButton reservation={trip.id} label={t('chat')} />}
          </div>
        </div>
        <div className="cols cols-b">
          <div className="stack stack-6">
            <ErrorSummary
              id="trip-errors"
              entries={form.summary({
                image: t('deposit.title'),
                score: t('rate.label'),
                body: t('comment.label'),
                message: protocol('charges.why'),
              })}
            />
            {phase !== 'valid' && <PhaseNote voucher={trip} phase={phase} />}
            <WaitingNote trip={trip} />
            {cheaper && <CheaperLink id={trip.id} cheaper={cheaper} />}
            {hasKeyBox && <KeyBoxLink id={trip.id} />}
            {trip.status === 'CONFIRMED' && <CheckInLink id={trip.id} />}
            <WhenWhere trip={trip} maps={phase === 'ended' ? [] : maps} />
            <MonthlyCard monthly={trip.monthly} currency={trip.currency} path={`/voucher/${trip.id}/plan`} />
            <TripLine trip={trip} phase={phase} form={form} />
            {records && <RecordsOfTrip trip={trip} records={records} form={form} />}
            <DepositBackCard
              deposit={trip.deposit_facts}
              currency={trip.currency}
              zone={trip.city.zone}
              payAt={`/profile/reservation/${trip.id}/check-in/deposit`}
            />
            <ReviewCard trip={trip} form={form} />
            <DepositCard trip={trip} form={form} />
            <PaymentsCard trip={trip} />
          </div>
          <PriceAside trip={trip} today={today} />
        </div>
      </div>
    </main>
  )
}

/** What can be done before the pick-up, on a page of its own. */
function CheckInLink({ id }: { id: string }) {
  const t = useText('trips')
  const { language } = useLanguage()
  return (
    <section className="card stack stack-2" aria-labelledby="check-in-title">
      <h2 id="check-in-title">{t('checkIn.title')}</h2>
      <p className="sm soft">{t('checkIn.text')}</p>
      <div>
        <a className="btn btn-go" href={pathIn(language, `/profile/reservation/${id}/check-in`)}>
          {t('checkIn.link')}
        </a>
      </div>
    </section>
  )
}

/** The one cheaper offer, which has a page of its own. */
function CheaperLink({ id, cheaper }: { id: string; cheaper: { saving: number; currency: CurrencyCode } }) {
  const t = useText('cheaper')
  const { language } = useLanguage()
  return (
    <section className="card stack stack-2" aria-labelledby="cheaper-title">
      <h2 id="cheaper-title">{t('title')}</h2>
      <p className="sm soft">{t('teaser', { saving: formatMoney(cheaper.saving, cheaper.currency, language) })}</p>
      <div>
        <a className="btn" href={pathIn(language, `/profile/reservation/${id}/cheaper`)}>
          {t('see')}
        </a>
      </div>
    </section>
  )
}

/** Where the key is, for a trip without a counter. */
function KeyBoxLink({ id }: { id: string }) {
  const t = useText('trips')
  const { language } = useLanguage()
  return (
    <section className="card stack stack-2" aria-labelledby="key-box-title">
      <h2 id="key-box-title">{t('keyBox.title')}</h2>
      <p className="sm soft">{t('keyBox.text')}</p>
      <div>
        <a className="btn btn-go" href={pathIn(language, `/profile/reservation/${id}/key-box`)}>
          {t('keyBox.link')}
        </a>
      </div>
    </section>
  )
}

/** What the customer of a confirmed trip takes along. */
function Papers({ id }: { id: string }) {
  const t = useText('trips')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  return (
    <div className="row row-s">
      <a className="btn btn-go" href={pathIn(language, `/voucher/${id}`)}>
        <Icon name="ticket" />
        {t('next.voucher')}
      </a>
      <a className="btn" href={pathIn(language, `/voucher/${id}/calendar.ics`)}>
        <Icon name="calendar" />
        {voucher('calendar')}
      </a>
    </div>
  )
}
