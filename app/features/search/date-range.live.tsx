import { type ChangeEvent, type FocusEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateNamed, readDate, useMovingReturn, writeDate } from '#app/features/dates/date-controls.live.ts'
import type { DayRange } from '#app/features/dates/day-range.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { useLanguage, useText, useTextLoader } from '#app/i18n/text/text.tsx'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { fetchOptional } from '#app/ui/connection/failed-chunk.live.ts'

/** How long a press of a button waits for the calendar before the fields take its place. */
const PATIENT_MS = 4000

type Calendar = typeof import('./range-calendar.live.tsx').RangeCalendar

export type LiveRange = ReturnType<typeof useDateRange>

/**
 * Replaces each of a form's two date controls by a button of the same size, which opens one calendar for both days. It writes into the
 * controls: they remain the form's data, and are hidden once neither has the focus. `onTime` is called on each change of days or times.
 */
export function useDateRange(formId: string, onTime?: (form: HTMLFormElement) => void) {
  const [isReady, setReady] = useState(false)
  const [Calendar, setCalendar] = useState<Calendar>()
  const isOpen = Calendar !== undefined
  const [range, setRange] = useState<DayRange & { isReturnNext: boolean }>({ isReturnNext: false })
  const opener = useRef<HTMLElement>(null)
  /** Which button was pressed while the calendar has not come. */
  const [waiting, setWaiting] = useState<'start' | 'end'>()
  const moving = useMovingReturn()
  const loadTexts = useTextLoader()
  const load = () => Promise.all([fetchCalendar(), loadTexts('days')])
  const form = () => document.getElementById(formId) as HTMLFormElement
  const daysOf = (form: HTMLFormElement): DayRange => ({
    start: readDate(form, 'start_date'),
    end: readDate(form, 'end_date'),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the form as it came
  useEffect(() => {
    if (document.activeElement && dateNamed(document.activeElement)) return
    setRange({ ...daysOf(form()), isReturnNext: false })
    setReady(true)
  }, [])

  function close(focus = opener.current) {
    // At once, as nothing outside an open sheet takes the focus.
    flushSync(() => {
      setCalendar(undefined)
      setRange((known) => ({ ...known, isReturnNext: false }))
    })
    focus?.focus()
  }

  function showFields(name: 'start' | 'end') {
    flushSync(() => setReady(false))
    const { elements } = form()
    const field = elements.namedItem(`${name}_date.day`) ?? elements.namedItem(`${name}_date`)
    if (field instanceof HTMLElement) field.focus()
  }

  return {
    isReady,
    Calendar,
    waiting,
    range,
    opener,
    /** Fetches the calendar, for somebody who is about to open it. */
    prepare: () => void load().catch(ignore),
    /** Opens it. Where it cannot be had, the form's own fields are shown. */
    async open(name: 'start' | 'end', button: HTMLElement) {
      if (isOpen && button === opener.current) return close()
      opener.current = button
      setWaiting(name)
      const [found] = await Promise.race([load(), later()]).catch(() => [])
      setWaiting(undefined)
      // Whoever has gone on, or has left the page, does not want it any more. Safari focuses no button that is pressed.
      if (opener.current !== button || !document.activeElement?.contains(button)) return
      if (!found) return showFields(name)
      setRange((known) => ({ ...known, isReturnNext: name === 'end' && known.start !== undefined }))
      setCalendar(() => found)
    },
    close,
    legs: {
      onFocus: moving.onFocus,
      onChange(event: ChangeEvent<HTMLElement>) {
        moving.onChange(event)
        setRange({ ...daysOf(form()), isReturnNext: false })
        onTime?.(form())
      },
      onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
        if (isReady || (relatedTarget && dateNamed(relatedTarget))) return
        setRange({ ...daysOf(form()), isReturnNext: false })
        setReady(true)
      },
    },
    /** Takes both days from a link in the calendar; choosing the return closes it. */
    choose(start: CalendarDate, end: CalendarDate) {
      const isReturn = range.isReturnNext && start === range.start
      writeDate(form(), 'start_date', start)
      writeDate(form(), 'end_date', end)
      setRange({ start, end, isReturnNext: !isReturn })
      onTime?.(form())
      if (isReturn) close()
    },
  }
}

let fetched: Promise<Calendar> | undefined

/** Once for all forms, and again where it failed. */
function fetchCalendar(): Promise<Calendar> {
  fetched ??= fetchOptional(() => import('./range-calendar.live.tsx')).then(({ RangeCalendar }) => RangeCalendar)
  fetched.catch(() => {
    fetched = undefined
  })
  return fetched
}

const later = () => new Promise<[]>((done) => setTimeout(done, PATIENT_MS, []))
const ignore = () => {}

/** One of the days in words; opens the calendar. `label` names the field for those who hear it. */
export function DayButton({ live, name, label }: { live: LiveRange; name: 'start' | 'end'; label: string }) {
  const t = useText('search')
  const { language } = useLanguage()
  const day = live.range[name]
  return (
    <button
      type="button"
      className="in"
      aria-haspopup="dialog"
      aria-busy={live.waiting === name || undefined}
      onPointerEnter={live.prepare}
      onFocus={live.prepare}
      onClick={({ currentTarget }) => live.open(name, currentTarget)}
    >
      <span className="vh">{label} </span>
      {day ? formatDate(day, language, 'weekday') : t('noDay')}
    </button>
  )
}

/** What both days on one day mean. */
export function SameDayNote({ live: { range } }: { live: LiveRange }) {
  const t = useText('search')
  const isSame = range.start !== undefined && range.start === range.end
  return (
    <p className="hint find-note" role="status">
      {isSame && t('sameDay')}
    </p>
  )
}
