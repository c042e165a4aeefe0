import { type MouseEvent, useState } from 'react'
import { FORM_ID } from '#app/features/booking/booking-form.ts'
import type { ChosenDays } from '#app/features/booking/free-days.ts'
import { type CalendarDate, partsIn } from '#app/rules/calendar-date.ts'

/** Days chosen in the calendar after an answer came: they count until the next answer. */
interface Picked {
  since: number
  start?: CalendarDate
  end?: CalendarDate
}

/**
 * Lets the calendar choose days where it is: its links say what they mean, the days are written into the form instead of
 * being followed. `since` is when the booking on the page was made.
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
      if (!link || !(form instanceof HTMLFormElement) || !isPlain(event)) return
      event.preventDefault()
      const [start, end] = new URL(link.href).pathname.match(/\d{4}-\d{2}-\d{2}/g) ?? []
      setPicked({ since, start, end })
      if (start) writeDate(form, 'start_date', start)
      if (end) {
        writeDate(form, 'end_date', end)
        onRange(form)
      }
    },
  }
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** Into the date box, or into the selects of the Persian calendar. */
function writeDate(form: HTMLFormElement, name: string, date: CalendarDate) {
  const { year, month, day } = partsIn(date, 'jalali')
  write(form, name, date)
  write(form, `${name}.day`, String(day))
  write(form, `${name}.month`, `${year}-${month}`)
}

function write(form: HTMLFormElement, name: string, value: string) {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value
}
