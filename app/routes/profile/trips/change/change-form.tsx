import type { ShownAd } from '#app/features/booking/booking-form.ts'
import { ExtrasCard } from '#app/features/booking/extras-card.tsx'
import { WhereCard } from '#app/features/booking/where-card.tsx'
import { SameDayNote } from '#app/features/dates/same-day-note.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { WhenField } from '#app/ui/form/date-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { ChangeAnswer, ChangedTrip } from './change-answer.ts'
import { Difference } from './difference.tsx'

/** The booking's fields as they are booked, and what another requested would cost before it is made. */
export function ChangeForm({
  trip,
  today,
  ad,
  initial,
  answer,
}: {
  trip: ChangedTrip
  today: CalendarDate
  ad: ShownAd
  initial: Record<string, string | undefined>
  answer?: ChangeAnswer
}) {
  const t = useText('trips')
  const booking = useText('booking')
  const { language } = useLanguage()
  const form = useReply('change', { reply: answer?.form, initial })
  const quote = answer?.quote
  const entries = form.summary({
    start_date: t('change.pickUp'),
    start_time: t('change.pickUp'),
    end_date: t('change.return'),
    end_time: t('change.return'),
    receive_address: booking('where.receive'),
    'receive_address.id': booking('where.receive'),
    'receive_address.address': booking('where.address'),
    return_address: booking('where.return'),
    'return_address.id': booking('where.return'),
    'return_address.address': booking('where.address'),
    child_seat_count: booking('extras.child_seat'),
  })
  const errors = <ErrorSummary id="change-errors" entries={entries} />
  // What speaks against the change as a whole was found when it was to be made: by the button under its price.
  const isBesidePrice = quote !== undefined && entries.every(({ id }) => id === undefined)
  const until = trip.changeable_until
  return (
    <PostForm {...form.props} action={`/profile/reservation/${trip.id}/change`} className="cols cols-b">
      <div className="stack stack-6">
        {!isBesidePrice && errors}
        <section className="card stack" aria-labelledby="when-title">
          <h2 id="when-title">{booking('when.title')}</h2>
          {until && (
            <p className="sm soft">
              {t('change.until', {
                until: formatInstant(new Date(until), trip.city.zone, language, 'weekday'),
                city: trip.city.name,
              })}
            </p>
          )}
          <div className="grid2">
            <WhenField {...form} name="start" label={t('change.pickUp')} today={today} required />
            <WhenField {...form} name="end" label={t('change.return')} today={today} required />
          </div>
          <SameDayNote form={form} />
        </section>
        <WhereCard form={form} ad={ad} />
        <ExtrasCard form={form} ad={ad} />
        <div>
          <SubmitButton name="intent" value="preview" className={quote ? 'btn' : 'btn btn-go btn-lg'}>
            {t('change.show')}
          </SubmitButton>
        </div>
      </div>
      <Difference quote={quote} currency={trip.currency} zone={trip.city.zone}>
        {isBesidePrice && errors}
      </Difference>
    </PostForm>
  )
}
