import { unpackRows } from '#app/features/search/packed-rows.ts'
import { PATHS, SearchForm } from '#app/features/search/search-form.tsx'
import { hiddenFields, TIME_FIELDS } from '#app/features/search/search-query.ts'
import { formatDate, formatTime } from '#app/i18n/dates.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'
import type { ReplyForm } from '#app/ui/form.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { ResultsData } from './results.tsx'

/** The search in short above its results; opened, the form itself. */
export function EditSearch({ form, results }: { form: ReplyForm; results: ResultsData }) {
  const t = useText('search')
  const { kind, query, time, fieldErrors } = results
  const isOpen = !time.start_date || Object.keys(fieldErrors).some((name) => name === 'city' || isTimeField(name))
  return (
    <div className="py-4">
      <details className="edit" open={isOpen}>
        <summary>
          <Icon name="search" />
          <span className="grow">
            <b>{results.city ?? t('everywhere')}</b> <span className="soft sm">{useTimeText(time)}</span>
          </span>
          <span className="brand b sm">{t('edit')}</span>
        </summary>
        <SearchForm
          {...{
            form,
            cities: unpackRows(results.cities)[0] ?? [],
            pinnedCities: results.pinnedCities,
            today: results.today,
          }}
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

function isTimeField(name: string): boolean {
  return TIME_FIELDS.some((field) => field === name)
}
