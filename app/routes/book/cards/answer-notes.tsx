import { type Booking, DRIVER_FIELDS, FORM_ID } from '#app/features/booking/booking-form.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { ReplyForm } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { VehicleLinks } from './other-vehicles.tsx'

/** What came of the form that was sent, on top of it: its fieldErrors, why nothing was reserved, and what to do. */
export function AnswerNotes({ form, booking }: { form: ReplyForm; booking: Booking }) {
  const t = useText('booking')
  const driver = Object.fromEntries(DRIVER_FIELDS.map((name) => [name, t(`driver.${name}`)]))
  const entries = form.summary({
    start_date: t('when.pickUp'),
    start_time: t('when.pickUp'),
    end_date: t('when.return'),
    end_time: t('when.return'),
    receive_address: t('where.receive'),
    'receive_address.id': t('where.receive'),
    'receive_address.address': t('where.address'),
    return_address: t('where.return'),
    'return_address.id': t('where.return'),
    'return_address.address': t('where.address'),
    supplemental_insurance: t('extras.supplemental_insurance'),
    extra_driver: t('extras.extra_driver'),
    internet: t('extras.internet'),
    child_seat_count: t('extras.child_seat'),
    discount_code: t('price.discount'),
    ...driver,
  })
  return (
    <>
      <ErrorSummary id={`${FORM_ID}-errors`} entries={entries} />
      <RefusalNote booking={booking} />
      {booking.alternatives && <Taken ads={booking.alternatives} booking={booking} />}
    </>
  )
}

function RefusalNote({ booking }: { booking: Booking }) {
  const t = useText('booking')
  const { language } = useLanguage()
  const { refusal, before, quote } = booking
  if (refusal === 'price' && quote && before !== undefined) {
    const amount = (value: number) => formatMoney(value, quote.currency, language)
    return (
      <Note kind="warn" role="alert">
        {t('changed', { before: amount(before), now: amount(quote.total) })}
      </Note>
    )
  }
  if (refusal === 'holds' || refusal === 'conflict') {
    return (
      <Note kind="warn" role={refusal === 'conflict' ? 'alert' : undefined}>
        {t.rich(refusal, { voucher: (chunks) => <a href={pathIn(language, '/voucher')}>{chunks}</a> })}
      </Note>
    )
  }
  if (refusal === 'connection') {
    return (
      <Note kind="bad" role="alert">
        {t('connection')}
      </Note>
    )
  }
  return null
}

/** The vehicle is somebody else's in the chosen time: those that are free, one link away. */
function Taken({ ads, booking }: { ads: NonNullable<Booking['alternatives']>; booking: Booking }) {
  const t = useText('booking')
  return (
    <section className="card stack" aria-labelledby="taken-title">
      <h2 id="taken-title">{t('taken.title')}</h2>
      <p>{t(ads.length > 0 ? 'taken.text' : 'taken.none')}</p>
      {ads.length > 0 && <VehicleLinks ads={ads} chosen={booking.chosen} />}
    </section>
  )
}
