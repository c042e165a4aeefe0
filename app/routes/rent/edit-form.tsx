import { SearchForm } from '#app/features/search/search-form.tsx'
import { hiddenFields, PATHS, TIME_FIELDS } from '#app/features/search/search-query.ts'
import { CATEGORY } from '#app/rules/constants.ts'
import type { ResultsData } from './results.tsx'
import { useSearchReply } from './search-reply.ts'

/** The search form above its results: it keeps all else that the address asks for. */
export function EditForm({ results, form }: { results: ResultsData; form: NonNullable<ResultsData['form']> }) {
  const { kind, query, today } = results
  return (
    <SearchForm
      {...{ form: useSearchReply(results), cities: form.cities, pinnedCities: form.pinned, today }}
      path={PATHS[kind]}
      category={kind === 'motor' ? CATEGORY.MOTOR : CATEGORY.CAR}
      isMonthly={kind === 'monthly'}
      className="find find-bar"
      hidden={hiddenFields(query, ['city', 'category', ...TIME_FIELDS])}
    />
  )
}
