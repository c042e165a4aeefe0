import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { Confirmation } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/brand/icon.tsx'

/** The company's terms that somebody must know before booking or paying. */
export interface TermsFacts {
  company: { name: string; confirmation: Confirmation }
  free_until: string
  half_until: string
  /** Whose local time the deadlines are. */
  zone: string
  /** The instant of the request, with which the deadlines are compared. */
  now: string
}

/** Until when a cancellation gives money back, and that the company confirms by hand, where it does. */
export function RentalTerms({ company, free_until, half_until, zone, now }: TermsFacts) {
  const t = useText('bill')
  const { language } = useLanguage()
  const at = (instant: string) => formatInstant(new Date(instant), zone, language, 'weekday')
  return (
    <>
      {company.confirmation === 'BY_HAND' && <Term>{t('terms.byHand', { company: company.name })}</Term>}
      <Term>
        {free_until > now
          ? t('terms.freeUntil', { time: at(free_until) })
          : half_until > now
            ? t('terms.halfUntil', { time: at(half_until) })
            : t('terms.noneLeft')}
      </Term>
    </>
  )
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
