import { REPORT_FILTERS } from './report-parts.tsx'

/** What a report's address asks for. */
export function askedReport(query: URLSearchParams) {
  return {
    step: REPORT_FILTERS.step(query.get('step') ?? undefined),
    span: REPORT_FILTERS.span(query.get('span') ?? undefined),
  }
}
