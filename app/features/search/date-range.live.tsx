import { type ChangeEvent, type FocusEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import {
  dateNamed,
  isPlainClick,
  readDate,
  useMovingReturn,
  writeDate,
} from '#app/features/dates/date-controls.live.ts'
import { moveByKey } from '#app/features/dates/day-keys.live.ts'
import { chooseDay, type DayRange } from '#app/features/dates/day-range.ts'
import { addMonths, monthGrid, monthGrids, monthOf } from '#app/i18n/format/calendar.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { MonthCalendar } from '#app/ui/form/month-calendar.tsx'

/** As many months ahead as the form's own selects offer. */
const MONTHS = 12
const DAYS_AHEAD = 330
/** Screens that are narrower show the calendar as a sheet over the page (§9, the wide layout). */
const IS_WIDE = '(width >= 56.25rem)'

export type LiveRange = ReturnType<typeof useDateRange>

/**
 * Replaces each of a form's two date controls by a button of the same size, which opens one calendar for both days. It writes into the
 * controls: they remain the form's data, and are hidden once neither has the focus. `onTime` is called on each change of days or times.
 */
export function useDateRange(formId: string, onTime?: (form: HTMLFormElement) => void) {
  const [isReady, setReady] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [range, setRange] = useState<DayRange & { isReturnNext: boolean }>({ isReturnNext: false })
  const opener = useRef<HTMLElement>(null)
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

  function close(focus = opener.current) {
    // At once, as nothing outside an open sheet takes the focus.
    flushSync(() => {
      setOpen(false)
      setRange((known) => ({ ...known, isReturnNext: false }))
    })
    focus?.focus()
  }

  return {
    isReady,
    isOpen,
    range,
    opener,
    open(name: 'start' | 'end', button: HTMLElement) {
      if (isOpen && button === opener.current) return close()
      opener.current = button
      setRange((known) => ({ ...known, isReturnNext: name === 'end' && known.start !== undefined }))
      setOpen(true)
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

/**
 * Two months whose days are links to the page with that day; a plain click chooses it here. Below the fields on wide screens, a sheet over
 * the page on others.
 */
export function RangeCalendar({ live, today }: { live: LiveRange; today: CalendarDate }) {
  const t = useText('search')
  const common = useText('common')
  const { language } = useLanguage()
  const { pathname } = useLocation()
  const { range, close, opener } = live
  const thisMonth = monthOf(today, language)
  const chosen = monthOf(range.start ?? today, language)
  const begins = (chosen.year - thisMonth.year) * MONTHS + chosen.month - thisMonth.month
  const [shift, setShift] = useState(Math.min(Math.max(begins, 0), MONTHS - 2))
  const first = monthGrid(addMonths(thisMonth, shift), language).first
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = box.current
    if (matchMedia(IS_WIDE).matches) dialog?.show()
    else dialog?.showModal()
    const day = dialog?.querySelector<HTMLElement>('[aria-current]') ?? dialog?.querySelector('a')
    day?.focus()
  }, [])
  const turn = (months: 1 | -1) => {
    const turned = shift + months
    if (turned < 0 || turned > MONTHS - 2) return false
    flushSync(() => setShift(turned))
    return true
  }
  const href = (date: CalendarDate) => {
    const { start = date, end = date } = chooseDay(range, date)
    return pathIn(language, `${pathname}?${new URLSearchParams({ start_date: start, end_date: end })}`)
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest('a')
    // What is beside a sheet is the sheet's own backdrop.
    if (event.target === box.current) return close()
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    const days = new URL(link.href).searchParams
    live.choose(days.get('start_date') ?? today, days.get('end_date') ?? today)
  }
  return (
    <dialog
      className="find-cal"
      ref={box}
      aria-label={t('days')}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      onBlur={({ relatedTarget: next }) => {
        const isLeft = next instanceof HTMLElement && !box.current?.contains(next) && next !== opener.current
        if (isLeft && box.current?.matches(':not(:modal)')) close(next)
      }}
    >
      <p className="sm soft" aria-live="polite">
        {range.isReturnNext && range.start
          ? t('chooseReturn', { date: formatDate(range.start, language, 'weekday') })
          : t('choosePickUp')}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what has the focus */}
      <div className="cal-box py-4" onKeyDown={(event) => moveByKey(event, turn)}>
        {monthGrids(first, 2, language).map((month) => (
          <MonthCalendar
            key={month.title}
            month={month}
            today={today}
            from={range.start}
            to={range.end}
            isBusy={(date) => date > addDays(today, DAYS_AHEAD)}
            href={href}
          />
        ))}
      </div>
      <p className="row between">
        <button type="button" className="btn btn-s" disabled={shift === 0} onClick={() => turn(-1)}>
          {common('calendar.previous')}
        </button>
        <button type="button" className="btn btn-s" disabled={shift >= MONTHS - 2} onClick={() => turn(1)}>
          {common('calendar.next')}
        </button>
        <button type="button" className="btn btn-s" onClick={() => close()}>
          {common('close')}
        </button>
      </p>
    </dialog>
  )
}
