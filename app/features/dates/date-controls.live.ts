import { type ChangeEvent, type FocusEvent, type MouseEvent, useRef } from 'react'
import { type CalendarDate, parseDate, partsIn } from '#app/rules/time/calendar-date.ts'
import { movedReturn } from './day-range.ts'

type DateName = 'start_date' | 'end_date'

/** The value of a form's date input, or of its selects for the Persian calendar. */
export function readDate(form: HTMLFormElement, name: DateName, heldBy = heldIn): CalendarDate | undefined {
  const input = heldBy(form, name) ?? { day: heldBy(form, `${name}.day`), month: heldBy(form, `${name}.month`) }
  // The month's value contains its year, so today's date is not needed to complete it.
  const parsed = parseDate(input, { calendar: 'jalali', today: '' })
  return parsed.ok ? parsed.date : undefined
}

/** Sets the date input, or the selects for the Persian calendar. */
export function writeDate(form: HTMLFormElement, name: DateName, date: CalendarDate) {
  const { year, month, day } = partsIn(date, 'jalali')
  write(form, name, date)
  write(form, `${name}.day`, String(day))
  write(form, `${name}.month`, `${year}-${month}`)
}

/** The date to which an event's control belongs; undefined for other controls. */
export function dateNamed(target: EventTarget): DateName | undefined {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return undefined
  const [name] = target.name.split('.')
  return name === 'start_date' || name === 'end_date' ? name : undefined
}

/** Whether a click follows the link in this tab, without a modifier key. */
export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/**
 * Moves the return date along with the pick-up date: put both handlers on an element around the form's controls.
 * The previous date is read when a control gets the focus, because a change event only has the new one.
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

/** A control's initial value: it may have been changed before scripts ran. */
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
