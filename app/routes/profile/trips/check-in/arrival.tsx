import { ArrivalFields } from '#app/contract/reservations/check-in.ts'
import { useArrivalText } from '#app/features/check-in/parts.tsx'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ARRIVAL_WAYS } from '#app/rules/reservation/check-in/arrival.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FieldGroup } from '#app/ui/form/field.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/arrival'
import { answerCheckIn, ownCheckIn } from './own-check-in.server.ts'

export const handle: PageHandle = {
  areas: ['checkin', 'trips', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
}

export function loader({ context, params }: Route.LoaderArgs) {
  return ownCheckIn(context, params.id, 'part.ARRIVAL')
}

export async function action(args: Route.ActionArgs) {
  return answerCheckIn(args, ArrivalFields, {
    said: 'arrival.done',
    perform: (id, arrival) => apiOf(args.context).reservations.checkIn.saveArrival({ id, ...arrival }),
  })
}

/** How and when the traveller comes to the vehicle (design/golive, screen 23). */
export default function ArrivalPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const arrivalText = useArrivalText()
  const { trip, checkIn } = loaderData
  const { arrival, is_open } = checkIn
  return (
    <TripSubpage trip={trip} title={t('part.ARRIVAL')}>
      <div className="stack max-w-2xl">
        {arrival?.is_outdated && is_open && <Note kind="warn">{t('text.arrivalAgain')}</Note>}
        {is_open ? (
          <ArrivalForm loaded={loaderData} reply={actionData?.form} />
        ) : (
          <>
            <Note kind="info">{t('closed')}</Note>
            {arrival && <p>{arrivalText(arrival)}</p>}
            <div>
              <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}/check-in`)}>
                {t('back')}
              </a>
            </div>
          </>
        )}
      </div>
    </TripSubpage>
  )
}

function ArrivalForm({ loaded, reply }: { loaded: Route.ComponentProps['loaderData']; reply: FormReply | undefined }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { trip, checkIn } = loaded
  const { arrival } = checkIn
  const time = arrival && !arrival.is_outdated ? arrival.arrives_at : trip.start_time
  const form = useReply('arrival', {
    reply,
    initial: {
      way: arrival?.way ?? 'FLIGHT',
      flight: arrival?.flight ?? undefined,
      arrives_at: localDigits(time, language),
      note: arrival?.note ?? undefined,
    },
  })
  const labels = {
    way: t('arrival.way'),
    flight: t('arrival.flight'),
    arrives_at: t('arrival.time'),
    note: t('arrival.note'),
  }
  const way = form.field('way')
  return (
    <>
      <PostForm {...form.props} className="card stack" aria-label={t('part.ARRIVAL')}>
        <ErrorSummary id="arrival-errors" entries={form.summary(labels)} />
        <FieldGroup id={way.id} fieldErrors={way.fieldErrors} label={labels.way}>
          <div className="stack stack-2">
            {ARRIVAL_WAYS.map((one) => (
              <OptionCard
                key={one}
                name="way"
                value={one}
                checked={form.isChosen('way', one)}
                title={t(`way.${one}`)}
                required
              />
            ))}
          </div>
        </FieldGroup>
        <TextField
          {...form.field('flight')}
          label={labels.flight}
          hint={t('arrival.flightHint')}
          dir="ltr"
          maxLength={10}
          autoComplete="off"
        />
        <TextField
          {...form.field('arrives_at')}
          label={labels.arrives_at}
          hint={t('arrival.timeHint', { when: slotIn(language, trip.start_date, trip.start_time) })}
          maxLength={5}
          required
        />
        <TextArea {...form.field('note')} label={labels.note} rows={2} maxLength={300} optional />
        <div className="row">
          <SubmitButton>{t('arrival.submit')}</SubmitButton>
          <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}/check-in`)}>
            {t('later')}
          </a>
        </div>
      </PostForm>
      <p className="sm soft">{t('arrival.late', { company: trip.company })}</p>
    </>
  )
}
