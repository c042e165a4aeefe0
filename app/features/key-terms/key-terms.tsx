import type { ReactNode } from 'react'
import { type CancellationDeadlines, useFlexibleFee, useNextDeadline } from '#app/features/reservation/rental-terms.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import type { BillLine } from '#app/rules/money/price.ts'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import { Facts } from '#app/ui/card.tsx'

type FuelRule = 'FULL_TO_FULL' | 'SAME_TO_SAME' | 'PREPAID'

/** What an offer's key terms are made of; amounts in the minor unit of `currency`. */
export interface KeyTermsFacts {
  currency: CurrencyCode
  /** Kilometres; null is without a limit. */
  mileage_per_day: number | null
  /** Null where kilometres are not limited; one of zero is not mentioned. */
  extra_km_price: number | null
  fuel_rule: string
  /** For each started hour of a late return. */
  late_hour_price: number
  trust_type: 'DEPOSIT_FREE' | 'CARD_HOLD' | 'CHEQUE' | 'CASH'
  guarantee_amount: number
  /** Days after the return within which the deposit is given back. */
  deposit_back_days: number
  /** The driver's share of a covered damage, as included and with the supplemental insurance; null if it is not stated. */
  excess: { basic: number | null; insured: number | null }
  min_driver_age: number
  min_licence_years: number
  /** The price of a second driver for the whole rental; null where none may drive. */
  extra_driver: number | null
  cancellation: (CancellationDeadlines & { lines: readonly BillLine[] }) | UndatedCancellation
}

/** Hours before the pick-up, until a time is chosen. */
interface UndatedCancellation {
  free_until_hours: number
  half_until_hours: number
}

interface Term {
  key: 'mileage' | 'fuel' | 'late' | 'deposit' | 'excess' | 'cancellation' | 'driver'
  icon: IconName
  value: string
  detail?: string | false | null
}

/** Mileage, fuel, late return, deposit, excess, cancellation and driver: the same lines in the same order (design/golive, 48). */
export function KeyTerms({ facts }: { facts: KeyTermsFacts }) {
  const t = useText('terms')
  const terms = useTerms(facts)
  return (
    <Facts
      facts={terms.map(({ key, icon, value, detail }) => ({
        key,
        label: (
          <>
            <Icon name={icon} className="inline-block" />
            {` ${t(key)}`}
          </>
        ),
        value: detail ? (
          <>
            <p>{value}</p>
            <p className="sm soft">{detail}</p>
          </>
        ) : (
          value
        ),
      }))}
    />
  )
}

/** Who answers every question, for the company too. */
export function KeyTermsNote() {
  const t = useText('terms')
  const { language } = useLanguage()
  const support = (chunks: ReactNode) => <a href={pathIn(language, '/pages/contact')}>{chunks}</a>
  return <p className="sm soft">{t.rich('note', { support })}</p>
}

function useTerms(facts: KeyTermsFacts): Term[] {
  const t = useText('terms')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const { mileage_per_day: km, extra_km_price, guarantee_amount, excess, extra_driver } = facts
  const money = (amount: number) => formatMoney(amount, facts.currency, language)
  const kind = vehicle(`trust.${facts.trust_type}`)
  const hasDeposit = facts.trust_type !== 'DEPOSIT_FREE' && guarantee_amount > 0
  return [
    {
      key: 'mileage',
      icon: 'trips',
      value: km === null ? t('unlimited') : t('mileageValue', { n: km }),
      detail: km !== null && extra_km_price ? t('mileageMore', { amount: money(extra_km_price) }) : null,
    },
    {
      key: 'fuel',
      icon: 'fuel',
      value: vehicle.loose(`fuel_rule.${facts.fuel_rule}`),
      detail: t(`fuelMore.${facts.fuel_rule as FuelRule}`),
    },
    { key: 'late', icon: 'clock', value: t('lateValue', { amount: money(facts.late_hour_price) }) },
    {
      key: 'deposit',
      icon: 'coins',
      value: hasDeposit ? t('depositValue', { kind, amount: money(guarantee_amount) }) : kind,
      detail: hasDeposit && t('depositBack', { n: facts.deposit_back_days }),
    },
    {
      key: 'excess',
      icon: 'shield',
      value: excess.basic === null ? t('excessAsk') : t('excessValue', { amount: money(excess.basic) }),
      detail: excess.insured !== null && t('excessInsured', { amount: money(excess.insured) }),
    },
    { key: 'cancellation', icon: 'close', ...useCancellation(facts) },
    {
      key: 'driver',
      icon: 'user',
      value: t('driverValue', { age: facts.min_driver_age, n: facts.min_licence_years }),
      detail: extra_driver !== null && t('driverSecond', { amount: money(extra_driver) }),
    },
  ]
}

function useCancellation({ cancellation: terms, currency }: KeyTermsFacts): Pick<Term, 'value' | 'detail'> {
  const t = useText('terms')
  const { language } = useLanguage()
  const nextDeadline = useNextDeadline()
  const fee = useFlexibleFee({ currency, lines: 'lines' in terms ? terms.lines : [] })
  if ('free_until_hours' in terms) {
    const { free_until_hours, half_until_hours } = terms
    return { value: t('freeHours', { n: free_until_hours }), detail: t('halfHours', { n: half_until_hours }) }
  }
  const { free_until, half_until, now, zone } = terms
  const hasBoth = free_until > now && half_until > now
  const time = formatInstant(new Date(half_until), zone, language, 'weekday')
  const detail = [hasBoth && t('halfUntil', { time }), fee].filter(Boolean).join(' · ')
  return { value: nextDeadline(terms), detail }
}
