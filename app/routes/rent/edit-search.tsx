import { memo, Suspense } from 'react'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { EditForm } from '#fetched/routes/rent/edit-form.tsx'
import type { ResultsData } from './results.tsx'

/**
 * The search in short above its results, as a link that opens it; opened, the form itself. The rest of the page does not
 * wait for the form, and the form that the server sent stays until it can be brought to life: nothing but other results may
 * draw it again, as React would take it away meanwhile.
 */
export const EditSearch = memo(function EditSearch({ results }: { results: ResultsData }) {
  return (
    <Suspense>
      <Search results={results} />
    </Suspense>
  )
})

function Search({ results }: { results: ResultsData }) {
  const t = useText('search')
  const { query, time } = results
  const short = (
    <>
      <Icon name="search" />
      <span className="grow">
        <b>{results.city ?? t('everywhere')}</b> <span className="soft sm">{useTimeText(time)}</span>
      </span>{' '}
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
        <EditForm results={results} form={results.form} />
      </details>
    </div>
  )
}

function useTimeText({ start_date, start_time, end_date, end_time }: ResultsData['time']): string {
  const t = useText('search')
  const { language } = useLanguage()
  if (!start_date) return t('noDates')
  const at = (date: string, time: string | undefined) =>
    [formatDate(date, language, 'weekday'), time && formatTime(time, language)].filter(Boolean).join(commaOf(language))
  if (!end_date) return at(start_date, start_time)
  return t('fromTo', { from: at(start_date, start_time), to: at(end_date, end_time) })
}
