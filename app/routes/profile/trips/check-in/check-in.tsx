import { doneOf, ReadyBar, StateTag, useArrivalText } from '#app/features/check-in/parts.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { picturesUntil } from '#app/rules/reservation/check-in/licence.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/check-in'
import { answerCheckIn, ownCheckIn } from './own-check-in.server.ts'
import { partHref } from './shown-trip.ts'

export const handle: PageHandle = {
  areas: ['checkin', 'trips', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
}

export function loader({ context, params }: Route.LoaderArgs) {
  return ownCheckIn(context, params.id, 'title')
}

/** The page's only form deletes the pictures. */
export async function action(args: Route.ActionArgs) {
  return answerCheckIn(args, NoFields, {
    said: 'remove.done',
    perform: (id) => apiOf(args.context).reservations.checkIn.removePictures({ id }),
  })
}

type Loaded = Route.ComponentProps['loaderData']

/** What a traveller does at home instead of at the counter, step by step (design/golive, screens 20 and 25). */
export default function CheckInPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { trip, checkIn } = loaderData
  const { parts, next, is_open, is_ready } = checkIn
  const done = doneOf(checkIn)
  const left = parts.filter(({ state }) => state === 'OPEN' || state === 'REFUSED').length
  return (
    <TripSubpage trip={trip} title={t('title')}>
      <div className="stack max-w-2xl">
        {!is_open && <Note kind="info">{t('closed')}</Note>}
        {is_open && is_ready && (
          <Note kind="ok">
            <b>{t('ready.title')}</b> {t('ready.text')}
          </Note>
        )}
        <section className="card stack" aria-labelledby="steps-title">
          <div className="row between">
            <h2 id="steps-title">{left > 0 ? t('left', { n: left }) : is_ready ? t('none') : t('waits', trip)}</h2>
            <b className="num">{t('of', { done, all: parts.length })}</b>
          </div>
          <ReadyBar ready={checkIn} />
          <ol className="stepper">
            {parts.map(({ part, state }, index) => (
              <li
                key={part}
                className={state === 'DONE' ? 'done' : undefined}
                aria-current={is_open && part === next ? 'step' : undefined}
              >
                <span className="no" aria-hidden="true">
                  {state === 'DONE' ? <Icon name="check" size="s" /> : localDigits(index + 1, language)}
                </span>
                <div>
                  <h3>
                    <a href={pathIn(language, partHref(trip.id, part))}>{t(`part.${part}`)}</a>
                  </h3>
                  <p className="sm soft">
                    <PartText part={part} state={state} loaded={loaderData} />
                  </p>
                </div>
                <StateTag state={state} />
              </li>
            ))}
          </ol>
        </section>
        <div className="row">
          {is_open && next && (
            <a className="btn btn-go" href={pathIn(language, partHref(trip.id, next))}>
              {t('go', { step: t(`part.${next}`) })}
            </a>
          )}
          {is_open && is_ready && (
            <a className="btn btn-go" href={pathIn(language, `/voucher/${trip.id}`)}>
              <Icon name="ticket" />
              {t('ready.voucher')}
            </a>
          )}
          <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}`)}>
            {t('later')}
          </a>
        </div>
        {checkIn.drivers_room > 0 && <DriversOffer id={trip.id} />}
        {checkIn.identity?.can_ask && <IdentityOffer id={trip.id} />}
        {is_open && !is_ready && <Note>{t('lead')}</Note>}
        <p className="sm soft">
          <b>{trip.title}</b> · {t('pickUp', { when: slotIn(language, trip.start_date, trip.start_time) })}
        </p>
        <Privacy loaded={loaderData} reply={actionData?.form} />
      </div>
    </TripSubpage>
  )
}

function PartText({ part, state, loaded }: Loaded['checkIn']['parts'][number] & { loaded: Loaded }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const arrivalText = useArrivalText()
  const { trip, checkIn } = loaded
  const { licence, checked_until, identity, arrival } = checkIn
  if (part === 'LICENCE') {
    if (state === 'DONE' && checked_until)
      return t('text.licenceDone', { company: trip.company, day: formatDate(checked_until, language, 'long') })
    if (state === 'WAITING') return t('text.licenceWaits', { company: trip.company })
    if (state === 'REFUSED' && licence?.reason) return <bdi>{licence.reason}</bdi>
    return t('text.licence')
  }
  if (part === 'DRIVERS') {
    const refused = checkIn.drivers.find(({ reason }) => reason)
    if (state === 'REFUSED' && refused) return <bdi>{refused.reason}</bdi>
    if (state === 'WAITING') return t('text.driversWait', { company: trip.company })
    if (state === 'DONE') return t('text.driversDone', { n: checkIn.drivers.length })
    const open = checkIn.drivers.find(({ state: own }) => own === 'DRAFT') ?? checkIn.drivers[0]
    return t('text.driversLeft', { name: open?.fullname ?? '' })
  }
  if (part === 'IDENTITY') {
    const until = identity?.checked_until
    if (state === 'DONE' && until) return t('text.identityDone', { day: formatDate(until, language, 'long') })
    return t('text.identityAtDesk', { company: trip.company })
  }
  if (part === 'ARRIVAL') {
    if (state === 'DONE' && arrival) return arrivalText(arrival)
    return t(arrival?.is_outdated ? 'text.arrivalAgain' : 'text.arrival')
  }
  if (part === 'CONTRACT') return t(state === 'DONE' ? 'text.contractDone' : 'text.contract')
  const mayPay = trip.mayPayDeposit
  if (state === 'DONE') return t('text.depositDone')
  if (state === 'AT_DESK') return t(mayPay ? 'text.depositOnlineOrDesk' : 'text.depositAtDesk')
  return t(mayPay ? 'text.depositOnline' : 'text.deposit')
}

/** The booked extra for a second driver names nobody yet. */
function DriversOffer({ id }: { id: string }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  return (
    <section className="card stack stack-2" aria-labelledby="drivers-title">
      <h2 id="drivers-title">{t('part.DRIVERS')}</h2>
      <p className="sm soft">{t('drivers.offer')}</p>
      <div>
        <a className="btn" href={pathIn(language, partHref(id, 'DRIVERS'))}>
          {t('drivers.add')}
        </a>
      </div>
    </section>
  )
}

/** Being asked about is voluntary: it is offered beside the steps. */
function IdentityOffer({ id }: { id: string }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  return (
    <section className="card stack stack-2" aria-labelledby="identity-title">
      <h2 id="identity-title">{t('identity.offer')}</h2>
      <p className="sm soft">{t('identity.offerText')}</p>
      <div>
        <a className="btn" href={pathIn(language, partHref(id, 'IDENTITY'))}>
          <Icon name="shield" />
          {t('identity.open')}
        </a>
      </div>
    </section>
  )
}

/** Who sees the pictures, until when, and how to delete them earlier. */
function Privacy({ loaded, reply }: { loaded: Loaded; reply: FormReply | undefined }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const form = useReply('remove', { reply })
  const { trip, checkIn } = loaded
  const day = formatDate(checkIn.pictures_until ?? picturesUntil(trip.end_date), language, 'long')
  return (
    <div className="stack stack-2">
      <p className="sm soft">{t('privacy', { company: trip.company, day })}</p>
      {checkIn.removable && (
        <PostForm {...form.props} aria-label={t('remove.submit')}>
          <ErrorSummary id="remove-errors" entries={form.summary({})} />
          <SubmitButton className="btn btn-s">{t('remove.submit')}</SubmitButton>
        </PostForm>
      )}
    </div>
  )
}
