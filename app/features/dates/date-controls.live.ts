import { type ChangeEvent, type FocusEvent, type MouseEvent, useRef } from 'react'
import { type CalendarDate, parseDate, partsIn } from '#app/rules/time/calendar-date.ts'
import { movedReturn } from './day-range.ts'

type DateName = 'start_date' | 'end_date'

/** The day that a form's date box, or its selects of the Persian calendar, hold. */
export function readDate(form: HTMLFormElement, name: DateName, heldBy = heldIn): CalendarDate | undefined {
  const input = heldBy(form, name) ?? { day: heldBy(form, `${name}.day`), month: heldBy(form, `${name}.month`) }
  // A month's value carries its year, so that no day is completed by today's.
  const parsed = parseDate(input, { calendar: 'jalali', today: '' })
  return parsed.ok ? parsed.date : undefined
}

/** Writes a day into the date box, or into the selects of the Persian calendar. */
export function writeDate(form: HTMLFormElement, name: DateName, date: CalendarDate) {
  const { year, month, day } = partsIn(date, 'jalali')
  write(form, name, date)
  write(form, `${name}.day`, String(day))
  write(form, `${name}.month`, `${year}-${month}`)
}

/** Whether an event is about a date control of a form, and of which date. */
export function dateNamed(target: EventTarget): DateName | undefined {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return undefined
  const [name] = target.name.split('.')
  return name === 'start_date' || name === 'end_date' ? name : undefined
}

/** Whether a click means the link as it is, not a new tab. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/**
 * Lets the return date move along with the pick-up date of its form: put both handlers on an element around the controls.
 * What was chosen before is read when a control is entered, since a change says only what is chosen now.
 */
export function useMovingReturn() {
  const before = useRef<CalendarDate>(undefined)
  return {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const form = formOf(target)
      if (form && dateNamed(target) === 'start_date') before.current = readDate(form, 'start_date') ?? before.current
    },
    onChange({ target }: ChangeEvent<HTMLElement> | { target: EventTarget }) {
      const form = formOf(target)
      if (!form || dateNamed(target) !== 'start_date') return
      const start = readDate(form, 'start_date')
      const end = readDate(form, 'end_date')
      if (!start) return
      const last = before.current ?? readDate(form, 'start_date', firstHeldIn)
      if (last && end) writeDate(form, 'end_date', movedReturn({ start: last, end }, start))
      before.current = start
    },
  }
}

/** The form of a control. */
function formOf(target: EventTarget): HTMLFormElement | null {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.form : null
}

function heldIn(form: HTMLFormElement, name: string): string | undefined {
  const control = form.elements.namedItem(name)
  const isControl = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
  return isControl ? control.value : undefined
}

/** What a control held when the page came: it may have been changed before anybody listened. */
function firstHeldIn(form: HTMLFormElement, name: string): string | undefined {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLInputElement) return control.defaultValue
  if (!(control instanceof HTMLSelectElement)) return undefined
  return [...control.options].find((option) => option.defaultSelected)?.value
}

function write(form: HTMLFormElement, name: string, value: string) {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value
}
