import { formatMoney } from '#app/i18n/format/money.ts'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CONFIRM_WITHIN_HOURS, type CurrencyCode } from '#app/rules/constants.ts'
import { HOUR_MINUTES } from '#app/rules/time/durations.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import type { CompanyData } from './company.tsx'

type Company = CompanyData['company']

const WHOLE = 100

/**
 * The company's terms of booking. If vehicles differ in one, each value with the number of vehicles that it applies to.
 */
export function Terms({ company, currency }: { company: Company; currency: CurrencyCode }) {
  const t = useText('companies')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const { driver_age: age, licence_years: licence, mileage_per_day: mileage, prepayment_percent: percent } = company
  const vehicles = (n: number) => t('vehicles', { n })
  const facts = [
    {
      key: 'confirmation',
      label: t('terms.confirmation'),
      value: company.confirmation === 'AT_ONCE' ? t('terms.AT_ONCE') : t('terms.BY_HAND', { n: CONFIRM_WITHIN_HOURS }),
    },
    ...answersOf(company, t),
    {
      key: 'prepayment',
      label: t('terms.prepayment'),
      value:
        percent === WHOLE
          ? t('terms.prepaymentAll')
          : t('terms.prepaymentValue', { percent: formatPercent(percent, language) }),
    },
    {
      key: 'cancellation',
      label: t('terms.cancellation'),
      value: t('terms.cancellationValue', { free: company.free_until_hours, half: company.half_until_hours }),
    },
    ...company.guarantees.map(({ trust_type, ads, from, to }) => {
      const kind = vehicle(`trust.${trust_type}`)
      const money = (amount: number) => formatMoney(amount, currency, language)
      const shown = { kind, from: money(from), to: money(to), vehicles: vehicles(ads) }
      const amount = from === to ? t('terms.depositOne', shown) : t('terms.depositRange', shown)
      const value = trust_type === 'DEPOSIT_FREE' ? t('terms.of', { what: kind, vehicles: shown.vehicles }) : amount
      return { key: trust_type, label: t('terms.deposit'), value }
    }),
    ...company.fuel_rules.map(({ fuel_rule, ads }) => ({
      key: fuel_rule,
      label: t('terms.fuel'),
      value: t('terms.of', { what: vehicle(`fuel_rule.${fuel_rule}`), vehicles: vehicles(ads) }),
    })),
    ...(age
      ? [
          {
            key: 'age',
            label: t('terms.age'),
            value: age.from === age.to ? t('terms.ageFrom', { n: age.from }) : t('terms.ageRange', age),
          },
        ]
      : []),
    ...(licence
      ? [{ key: 'licence', label: t('terms.licence'), value: t('terms.licenceValue', { n: licence.from }) }]
      : []),
    {
      key: 'mileage',
      label: t('terms.mileage'),
      value: mileage ? t('terms.mileageFrom', { n: mileage.from }) : t('terms.unlimited'),
    },
  ]
  return (
    <Card id="terms" title={t('terms.title')}>
      <Facts facts={withoutRepeatedLabels(facts)} />
    </Card>
  )
}

/** Nothing if too few requests were answered. Ninety minutes or more are shown in hours. */
function answersOf({ answers_within_minutes: minutes }: Company, t: ReturnType<typeof useText<'companies'>>) {
  if (minutes === null) return []
  const value =
    minutes < 1.5 * HOUR_MINUTES
      ? t('terms.answersMinutes', { n: minutes })
      : t('terms.answersHours', { n: Math.round(minutes / HOUR_MINUTES) })
  return [{ key: 'answers', label: t('terms.answers'), value }]
}

type Fact = { key: string; label: string; value: string }

/** Values with the same label are one fact, a line each. */
function withoutRepeatedLabels(facts: Fact[]) {
  return [...Map.groupBy(facts, ({ label }) => label)].map(([label, same]) => ({
    key: same[0]?.key ?? label,
    label,
    value: same.map(({ key, value }) => <p key={key}>{value}</p>),
  }))
}
