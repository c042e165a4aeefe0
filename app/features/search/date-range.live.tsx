import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import {
  dateNamed,
  isPlainClick,
  readDate,
  useMovingReturn,
  writeDate,
} from '#app/features/dates/date-controls.live.ts'
import { chooseDay, type DayRange } from '#app/features/dates/day-range.ts'
import { addMonths, monthGrid, monthGrids, monthOf } from '#app/i18n/format/calendar.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { MonthCalendar } from '#app/ui/form/month-calendar.tsx'

/** As many months ahead as the form's own selects offer. */
const MONTHS = 12
const DAYS_AHEAD = 330

export type LiveRange = ReturnType<typeof useDateRange>

/**
 * Replaces a form's two date controls by one calendar for both days, which writes into the controls: they remain the form's
 * data, and are hidden once neither has the focus. `onTime` is called on each change of days or times.
 */
export function useDateRange(formId: string, onTime?: (form: HTMLFormElement) => void) {
  const [isReady, setReady] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [range, setRange] = useState<DayRange & { isReturnNext: boolean }>({ isReturnNext: false })
  const button = useRef<HTMLButtonElement>(null)
  const moving = useMovingReturn()
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

  function close() {
    setOpen(false)
    setRange((known) => ({ ...known, isReturnNext: false }))
    button.current?.focus()
  }

  return {
    isReady,
    isOpen,
    range,
    button,
    toggle: () => (isOpen ? close() : setOpen(true)),
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

/** Both days in words; opens the calendar. */
export function RangeButton({ live, id }: { live: LiveRange; id: string }) {
  const t = useText('search')
  const { language } = useLanguage()
  const { start, end } = live.range
  const day = (date: CalendarDate) => formatDate(date, language, 'weekday')
  return (
    <div className="field find-days">
      <span id={`${id}-label`} className="label">
        {t('days')}
      </span>
      <button
        type="button"
        className="in row tight"
        ref={live.button}
        aria-labelledby={`${id}-label ${id}-button`}
        id={`${id}-button`}
        aria-expanded={live.isOpen}
        aria-controls={id}
        onClick={live.toggle}
      >
        <Icon name="calendar" />
        {start && end ? t('fromTo', { from: day(start), to: day(end) }) : t('noDates')}
      </button>
    </div>
  )
}

/** Two months whose days are links to the page with that day; a plain click chooses it here. */
export function RangeCalendar({ live, id, today }: { live: LiveRange; id: string; today: CalendarDate }) {
  const t = useText('search')
  const common = useText('common')
  const { language } = useLanguage()
  const { pathname } = useLocation()
  const { range } = live
  const thisMonth = monthOf(today, language)
  const chosen = monthOf(range.start ?? today, language)
  const begins = (chosen.year - thisMonth.year) * MONTHS + chosen.month - thisMonth.month
  const [shift, setShift] = useState(Math.min(Math.max(begins, 0), MONTHS - 2))
  const first = monthGrid(addMonths(thisMonth, shift), language).first
  const href = (date: CalendarDate) => {
    const { start = date, end = date } = chooseDay(range, date)
    return pathIn(language, `${pathname}?${new URLSearchParams({ start_date: start, end_date: end })}`)
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest('a')
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    const days = new URL(link.href).searchParams
    live.choose(days.get('start_date') ?? today, days.get('end_date') ?? today)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') live.close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons inside are what is pressed
    <div className="find-cal" id={id} onKeyDown={onKeyDown}>
      <p className="sm soft" aria-live="polite">
        {range.isReturnNext && range.start
          ? t('chooseReturn', { date: formatDate(range.start, language, 'weekday') })
          : t('choosePickUp')}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked or entered */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div className="cal-box py-4" onClick={onClick}>
        {monthGrids(first, 2, language).map((month) => (
          <MonthCalendar
            key={month.title}
            month={month}
            today={today}
            from={range.start}
            to={range.end}
            isBusy={(date) => date < today || date > addDays(today, DAYS_AHEAD)}
            href={href}
          />
        ))}
      </div>
      <p className="row between">
        <button
          type="button"
          className="btn btn-s"
          disabled={shift === 0}
          onClick={() => setShift(Math.max(shift - 1, 0))}
        >
          {common('calendar.previous')}
        </button>
        <button type="button" className="btn btn-s" disabled={shift >= MONTHS - 2} onClick={() => setShift(shift + 1)}>
          {common('calendar.next')}
        </button>
        <button type="button" className="btn btn-s" onClick={live.close}>
          {common('close')}
        </button>
      </p>
    </div>
  )
}
