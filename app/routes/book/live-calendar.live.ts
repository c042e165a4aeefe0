import { type MouseEvent, useState } from 'react'
import { FORM_ID } from '#app/features/booking/booking-form.ts'
import type { ChosenDays } from '#app/features/booking/free-days.ts'
import { isPlainClick, readDate, writeDate } from '#app/features/dates/date-controls.live.ts'
import { movedReturn } from '#app/features/dates/day-range.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

/** Days chosen in the calendar after an answer; they count until the next answer. */
interface Picked {
  since: number
  start?: CalendarDate
  end?: CalendarDate
}

/**
 * Lets the calendar choose days without leaving the page: a click on a link writes its days into the form instead of
 * following it; a pick-up moves the return along. `since` is when the booking on the page was computed.
 */
export function useLiveCalendar(
  chosen: ChosenDays,
  { since, onRange }: { since: number; onRange: (form: HTMLFormElement) => void },
) {
  const [picked, setPicked] = useState<Picked>()
  const isPicked = picked !== undefined && picked.since === since
  return {
    chosen: isPicked ? { ...chosen, start: picked.start, end: picked.end } : chosen,
    onChoose(event: MouseEvent<HTMLElement>) {
      const link = (event.target as Element).closest('a')
      const form = document.getElementById(FORM_ID)
      if (!link || !(form instanceof HTMLFormElement) || !isPlainClick(event)) return
      event.preventDefault()
      const [start, end] = new URL(link.href).pathname.match(/\d{4}-\d{2}-\d{2}/g) ?? []
      setPicked({ since, start, end })
      if (!start) return
      const before = { start: readDate(form, 'start_date'), end: readDate(form, 'end_date') }
      writeDate(form, 'start_date', start)
      if (end || before.end) writeDate(form, 'end_date', end ?? movedReturn(before, start))
      if (end) onRange(form)
    },
  }
}
