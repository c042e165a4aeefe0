import type { z } from 'zod'
import type { MonthlyChoice } from '#app/contract/shapes/monthly-part.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { Tag } from '#app/ui/tag.tsx'

export type Monthly = z.infer<typeof MonthlyChoice>

/** Where the plan of a rental stands, with the way to it; nothing without a plan. */
export function MonthlyCard({
  monthly,
  currency,
  path,
}: {
  monthly: Monthly | null
  currency: CurrencyCode
  /** The page of the plan. */
  path: string
}) {
  const t = useText('monthly')
  const { language } = useLanguage()
  if (!monthly?.chosen) return null
  const { parts } = monthly
  const next = parts.find(({ left }) => left > 0)
  return (
    <Card id="monthly" title={t('plan')} className="stack stack-2">
      <p>
        {t('count', { paid: parts.filter(({ left }) => left === 0).length, n: parts.length })}{' '}
        {next?.state === 'LATE' && <Tag kind="bad">{t('state.LATE')}</Tag>}
      </p>
      {next && (
        <p className="sm soft">
          {t('next', {
            n: next.position,
            amount: formatMoney(next.left, currency, language),
            date: formatDate(next.due_on, language, 'weekday'),
          })}
        </p>
      )}
      <div>
        <a className="btn" href={pathIn(language, path)}>
          {t('see')}
        </a>
      </div>
    </Card>
  )
}
