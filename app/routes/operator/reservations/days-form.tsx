import { DayFields } from '#app/features/desk/day-fields.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type ListedFilters, RESERVATIONS } from './listed.ts'

/** The days of the pick-up, folded away until they are used. */
export function DaysForm({ filters }: { filters: ListedFilters }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { from, to, ...others } = filters
  const isUsed = Boolean(from || to)
  const kept = new URLSearchParams(RESERVATIONS.href(others).split('?')[1])
  return (
    <details open={isUsed}>
      <summary className="chip">{t('list.filters')}</summary>
      <form className="card stack" action={pathIn(language, RESERVATIONS.path)}>
        {[...kept].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="fields">
          <DayFields from={from} to={to} />
        </div>
        <div className="row">
          <button type="submit" className="btn btn-go">
            {t('list.apply')}
          </button>
          {isUsed && <a href={pathIn(language, RESERVATIONS.href(others))}>{t('list.clear')}</a>}
        </div>
      </form>
    </details>
  )
}
