import { useNavigate, useSearchParams } from 'react-router'
import { readDate } from '#app/features/dates/date-controls.live.ts'

/**
 * Shows the tiles' prices for the dates that the search form has now, and links the tiles to them: the page's own
 * address has both.
 */
export function useLiveDays() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return (form: HTMLFormElement) => {
    const start = readDate(form, 'start_date')
    const end = readDate(form, 'end_date')
    if (!start || !end || end < start) return
    const days = new URLSearchParams(query)
    const times = new FormData(form)
    days.set('start_date', start)
    days.set('end_date', end)
    for (const name of ['start_time', 'end_time']) days.set(name, String(times.get(name) ?? ''))
    navigate(`?${days}`, { replace: true, preventScrollReset: true })
  }
}
