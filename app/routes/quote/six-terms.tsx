import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import type { apiOf } from '#app/web/api.server.ts'
import type { OwnQuote } from './quote-form.server.ts'

/** The vehicle's listing with what a reservation does not store; null where it is no longer offered. */
export type Rental = Awaited<ReturnType<ReturnType<typeof apiOf>['reservations']['rental']>> | null

/** Mileage, fuel, deposit, excess, cancellation and driver, in this order (design/golive, "Components"). */
export function SixTerms({ quote, rental, now }: { quote: OwnQuote; rental: Rental; now: string }) {
  const t = useText('quote')
  const vehicle = useText('vehicle')
  const bill = useText('bill')
  const booking = useText('booking')
  const { language } = useLanguage()
  const { ad, currency, guarantee_amount, trust_type, free_until, half_until, city } = quote
  const money = (amount: number) => formatMoney(amount, currency, language)
  const at = (instant: string) => formatInstant(new Date(instant), city.zone, language, 'weekday')
  const kind = vehicle(`trust.${trust_type}`)
  const { basic = null, insured = null } = rental?.excess ?? {}
  return (
    <Card id="six" title={t('six.title')}>
      <Facts
        facts={[
          {
            key: 'mileage',
            label: t('six.mileage'),
            value: (
              <>
                <p>
                  {ad.mileage_per_day === null ? t('six.unlimited') : t('six.mileageValue', { n: ad.mileage_per_day })}
                </p>
                {rental?.extra_km_price && (
                  <p className="sm soft">{t('six.mileageMore', { amount: money(rental.extra_km_price) })}</p>
                )}
              </>
            ),
          },
          { key: 'fuel', label: t('six.fuel'), value: vehicle.loose(`fuel_rule.${ad.fuel_rule}`) },
          {
            key: 'deposit',
            label: t('six.deposit'),
            value: (
              <>
                <p>{guarantee_amount > 0 ? t('six.depositValue', { kind, amount: money(guarantee_amount) }) : kind}</p>
                {guarantee_amount > 0 && <p className="sm soft">{t('six.depositBack')}</p>}
              </>
            ),
          },
          {
            key: 'excess',
            label: t('six.excess'),
            value: (
              <>
                <p>{basic === null ? t('six.excessAsk') : t('six.excessValue', { amount: money(basic) })}</p>
                {insured !== null && <p className="sm soft">{t('six.excessInsured', { amount: money(insured) })}</p>}
              </>
            ),
          },
          {
            key: 'cancellation',
            label: t('six.cancellation'),
            value:
              free_until > now
                ? bill('terms.freeUntil', { time: at(free_until) })
                : half_until > now
                  ? bill('terms.halfUntil', { time: at(half_until) })
                  : bill('terms.noneLeft'),
          },
          {
            key: 'driver',
            label: t('six.driver'),
            value: (
              <>
                <p>{t('six.driverValue', { age: ad.min_driver_age })}</p>
                {rental && <p className="sm soft">{booking('rules.licenceValue', { n: rental.min_licence_years })}</p>}
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}
