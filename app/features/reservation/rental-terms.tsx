import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { Confirmation, CurrencyCode } from '#app/rules/constants.ts'
import { flexibleFee } from '#app/rules/money/flexible.ts'
import type { BillLine } from '#app/rules/money/price.ts'
import { Icon } from '#app/ui/brand/icon.tsx'

/** The company's terms that somebody must know before booking or paying. */
export interface TermsFacts extends CancellationDeadlines {
  currency: CurrencyCode
  lines: readonly BillLine[]
  company: { name: string; confirmation: Confirmation }
}

/** Until when a cancellation gives everything back, and half of it. */
export interface CancellationDeadlines {
  free_until: string
  half_until: string
  /** Whose local time the deadlines are. */
  zone: string
  /** The instant of the request, with which the deadlines are compared. */
  now: string
}

/** Until when a cancellation gives money back, and that the company confirms by hand, where it does. */
export function RentalTerms({ company, currency, lines, ...deadlines }: TermsFacts) {
  const fee = useFlexibleFee({ currency, lines })
  const t = useText('bill')
  const nextDeadline = useNextDeadline()
  return (
    <>
      {company.confirmation === 'BY_HAND' && <Term>{t('terms.byHand', { company: company.name })}</Term>}
      <Term>{nextDeadline(deadlines)}</Term>
      {fee && <Term>{fee}</Term>}
    </>
  )
}

/** That the price of flexible cancellation does not come back; null where it was not bought. */
export function useFlexibleFee({ currency, lines }: Pick<TermsFacts, 'currency' | 'lines'>): string | null {
  const t = useText('bill')
  const { language } = useLanguage()
  const fee = flexibleFee(lines)
  return fee > 0 ? t('terms.flexible', { amount: formatMoney(fee, currency, language) }) : null
}

/** The same, below what a cancellation gives back. */
export function FlexibleNote(bill: Pick<TermsFacts, 'currency' | 'lines'>) {
  const fee = useFlexibleFee(bill)
  return fee && <p className="sm soft">{fee}</p>
}

/** Says what a cancellation gives back at the instant of the request, and until when. */
export function useNextDeadline(): (deadlines: CancellationDeadlines) => string {
  const t = useText('bill')
  const { language } = useLanguage()
  return ({ free_until, half_until, zone, now }) => {
    const at = (instant: string) => ({ time: formatInstant(new Date(instant), zone, language, 'weekday') })
    if (free_until > now) return t('terms.freeUntil', at(free_until))
    return half_until > now ? t('terms.halfUntil', at(half_until)) : t('terms.noneLeft')
  }
}

/** A line of terms that depends on the time. */
export function Term({ children }: { children: string }) {
  return (
    <p className="row row-s tight sm soft">
      <Icon name="clock" size="s" className="ok" />
      {children}
    </p>
  )
}
