import type { ReactNode } from 'react'
import { type Booking, DRIVER_FIELDS, FORM_ID, isPriced } from '#app/features/booking/booking-form.ts'
import { GapText } from '#app/features/booking/gap-text.tsx'
import { useSentIdentityLabel } from '#app/features/identity/identity-field.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { AnswerNote, Note } from '#app/ui/page/note.tsx'
import { VehicleLinks } from './other-vehicles.tsx'

export interface AnswerNotesProps {
  form: ReplyForm
  booking: Booking
  /** Whether the latest answer is a price requested while typing: then errors are shown only beside their fields. */
  isLive: boolean
  /** The fields for which the submitted form was refused. */
  refusedFields: readonly string[]
}

/** The result of the submitted form, beside its values: its errors, why nothing was reserved, and what to do next. */
export function AnswerNotes({ form, booking, isLive, refusedFields }: AnswerNotesProps) {
  const t = useText('booking')
  const identity = useSentIdentityLabel(form)
  const driver = Object.fromEntries(DRIVER_FIELDS.map((name) => [name, t(`driver.${name}`)]))
  const errors = form.summary({
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
    flexible: t('extras.flexibleShort'),
    child_seat_count: t('extras.child_seat'),
    discount_code: t('price.discount'),
    ...driver,
    ...(identity && { national_id: identity }),
  })
  const isOnlyLive = (name: string) => isLive && isPriced(name) && !refusedFields.includes(name)
  const entries = errors.filter(({ name = '' }) => !isOnlyLive(name))
  const isAboutDiscount = entries.length > 0 && entries.every(({ name }) => name === 'discount_code')
  return (
    <>
      {/* An invalid code is reported at its field, which takes the focus (price-card.tsx). */}
      <ErrorSummary id={`${FORM_ID}-errors`} entries={isAboutDiscount ? [] : entries} />
      <RefusalNote booking={booking} />
      {booking.alternatives && <Alternatives ads={booking.alternatives} booking={booking} />}
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
      <AnswerNote kind="warn" newest={booking.at}>
        {t('changed', { before: amount(before), now: amount(quote.total) })}
      </AnswerNote>
    )
  }
  const voucherLink = { voucher: (chunks: ReactNode) => <a href={pathIn(language, '/voucher')}>{chunks}</a> }
  if (refusal === 'holds') return <Note kind="warn">{t.rich('holds', voucherLink)}</Note>
  if (refusal === 'banned') {
    const object = (chunks: ReactNode) => <a href={pathIn(language, '/banned')}>{chunks}</a>
    return <Note kind="bad">{t.rich('banned', { object })}</Note>
  }
  if (refusal === 'conflict') {
    return (
      <AnswerNote kind="warn" newest={booking.at}>
        {t.rich('conflict', voucherLink)}
      </AnswerNote>
    )
  }
  return null
}

/** The vehicle is taken in the chosen time, or its company refuses: why, and those that are free. */
function Alternatives({ ads, booking }: { ads: NonNullable<Booking['alternatives']>; booking: Booking }) {
  const t = useText('booking')
  const { quote } = booking
  const why = booking.refusal === 'refused' ? 'refused' : 'taken'
  return (
    <section className="card stack" aria-labelledby="taken-title">
      <h2 id="taken-title">{t(`${why}.title`)}</h2>
      {why === 'taken' && quote?.gap ? (
        <>
          <GapText gap={quote.gap} zone={quote.zone} />
          {ads.length > 0 && <p>{t('taken.others')}</p>}
        </>
      ) : (
        <p>{t(`${why}.${ads.length > 0 ? 'text' : 'none'}`)}</p>
      )}
      {ads.length > 0 && <VehicleLinks ads={ads} chosen={booking.chosen} />}
    </section>
  )
}
