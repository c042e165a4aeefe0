import type { Monthly } from '#app/features/monthly/monthly-card.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { PostForm } from '#app/ui/form/post-form.tsx'

/** Before the first payment of a long rental: in monthly parts, or as usual. Each is a button, and what it means beside it. */
export function MonthlyChoice({ monthly, currency, page }: { monthly: Monthly; currency: CurrencyCode; page: string }) {
  const t = useText('monthly')
  const { language } = useLanguage()
  const { parts, chosen } = monthly
  return (
    <PostForm className="card stack" action={page}>
      <h2>{t(chosen ? 'choice.chosen' : 'choice.title')}</h2>
      <p className="soft">{t('choice.text')}</p>
      <ol className="stack stack-1">
        {parts.map(({ position, amount, due_on }) => (
          <li key={position} className="row between">
            <span>
              {position === 1
                ? t('choice.today', { n: position })
                : t('choice.by', { n: position, date: formatDate(due_on, language, 'weekday') })}
            </span>{' '}
            <b className="num">{formatMoney(amount, currency, language)}</b>
          </li>
        ))}
      </ol>
      <input type="hidden" name="intent" value="monthly" />
      <div>
        <button type="submit" className="btn" name="monthly" value={chosen ? 'off' : 'on'}>
          {t(chosen ? 'choice.undo' : 'choice.choose')}
        </button>
      </div>
    </PostForm>
  )
}
