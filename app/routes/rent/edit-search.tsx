import { PATHS, SearchForm } from '#app/features/search/search-form.tsx'
import { hiddenFields, TIME_FIELDS } from '#app/features/search/search-query.ts'
import { formatDate, formatTime } from '#app/i18n/dates.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'
import type { ReplyForm } from '#app/ui/form.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { ResultsData } from './results.tsx'

/** The search in short above its results, as a link that opens it; opened, the form itself. */
export function EditSearch({ form, results }: { form: ReplyForm; results: ResultsData }) {
  const t = useText('search')
  const { kind, query, time } = results
  const short = (
    <>
      <Icon name="search" />
      <span className="grow">
        <b>{results.city ?? t('everywhere')}</b> <span className="soft sm">{useTimeText(time)}</span>
      </span>
      <span className="brand b sm">{t('edit')}</span>
    </>
  )
  if (!results.form) {
    return (
      <div className="py-4">
        <a className="edit-open" href={`${query ? `?${query}&` : '?'}edit=1#search-city`}>
          {short}
        </a>
      </div>
    )
  }
  return (
    <div className="py-4">
      <details className="edit" open>
        <summary>{short}</summary>
        <SearchForm
          {...{ form, cities: results.form.cities, pinnedCities: results.form.pinned, today: results.today }}
          path={PATHS[kind]}
          category={kind === 'motor' ? CATEGORY.MOTOR : CATEGORY.CAR}
          isMonthly={kind === 'monthly'}
          className="find find-bar"
          hidden={hiddenFields(query, ['city', 'category', ...TIME_FIELDS])}
        />
      </details>
    </div>
  )
}

function useTimeText({ start_date, start_time, end_date, end_time }: ResultsData['time']): string {
  const t = useText('search')
  const { language } = useLanguage()
  if (!start_date) return t('noDates')
  const at = (date: string, time: string | undefined) =>
    [formatDate(date, language, 'weekday'), time && formatTime(time, language)]
      .filter(Boolean)
      .join(language === 'fa' || language === 'ar' ? '، ' : ', ')
  if (!end_date) return at(start_date, start_time)
  return t('fromTo', { from: at(start_date, start_time), to: at(end_date, end_time) })
}
