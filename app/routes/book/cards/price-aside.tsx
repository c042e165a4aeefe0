import {
  type Booking,
  FORM_ID,
  type ShownAd,
  type ShownHold,
  type ShownQuote,
} from '#app/features/booking/booking-form.ts'
import { PayLink } from '#app/features/booking/held/held-bar.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { Price } from '#app/ui/price.tsx'
import { PriceOrReason } from './price-card.tsx'

/** Trip and bill in a column beside the form, on wide screens. */
export function PriceAside({ ad, booking, hasErrors }: { ad: ShownAd; booking: Booking; hasErrors: boolean }) {
  const t = useText('booking')
  const { quote, chosen } = booking
  return (
    <aside className="side stack only-l" aria-label={t('price.summary')}>
      <div className="card stack">
        {quote && chosen.start && chosen.end && (
          <>
            <Trip
              start={{ date: chosen.start, time: chosen.startTime }}
              end={{ date: chosen.end, time: chosen.endTime }}
              days={quote.days}
            />
            <hr />
          </>
        )}
        <PriceOrReason {...{ ad, quote, hasErrors }} />
        {booking.held ? (
          <PayLink held={booking.held} className="btn btn-go btn-lg" />
        ) : (
          <Next canReserve={booking.key !== null} className="btn btn-go btn-lg" label="price.continue" />
        )}{' '}
        {quote && (
          <button type="submit" className="btn" form={FORM_ID} name="intent" value="price" formNoValidate>
            {t('price.update')}
          </button>
        )}
      </div>
    </aside>
  )
}

/** The price, always visible on small screens; while the driver's card is on screen, with the button that reserves. */
export function PayBar({
  ad,
  quote,
  held,
  canReserve,
}: {
  ad: ShownAd
  quote: ShownQuote | null
  held?: ShownHold
  canReserve: boolean
}) {
  const t = useText('booking')
  const { language } = useLanguage()
  return (
    <section className="pay-bar" aria-label={t('price.summary')}>
      <div className="row between tight">
        {quote ? (
          <p>
            <Price amount={quote.total} currency={quote.currency} />{' '}
            <span className="soft sm">{t('price.totalFor', { n: quote.days })}</span>
          </p>
        ) : (
          <p>
            <Price amount={ad.from.per_day} currency={ad.currency} />{' '}
            <span className="soft sm">{t('price.aDayFor', { n: ad.from.days })}</span>
          </p>
        )}
        {held ? (
          <PayLink held={held} className="btn btn-go btn-lg" />
        ) : (
          <Next canReserve={canReserve} className="btn btn-go btn-lg" label="price.continueShort" />
        )}
      </div>
      {canReserve && quote && (
        <SubmitButton form={FORM_ID} name="intent" value="reserve" className="btn btn-go btn-lg">
          {t('driver.reserve', { amount: formatMoney(quote.total, quote.currency, language) })}
        </SubmitButton>
      )}
    </section>
  )
}

/** A link to the driver once there is a price, to the dates before that. */
function Next({
  canReserve,
  className,
  label,
}: {
  canReserve: boolean
  className: string
  label: 'price.continue' | 'price.continueShort'
}) {
  const t = useText('booking')
  return (
    <a className={className} href={canReserve ? '#driver' : '#dates'}>
      {t(canReserve ? label : 'price.toDates')}
    </a>
  )
}
