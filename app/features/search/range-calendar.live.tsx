import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { isPlainClick } from '#app/features/dates/date-controls.live.ts'
import { moveByKey } from '#app/features/dates/day-keys.live.ts'
import { chooseDay, type DayRange } from '#app/features/dates/day-range.ts'
import { addMonths, monthGrid, monthGrids, monthOf } from '#app/i18n/format/calendar.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { MonthCalendar } from '#app/ui/form/month-calendar.tsx'
import { DayNote, PricesNote, useDayPrices } from './day-prices.live.tsx'

/** As many months ahead as the form's own selects offer. */
const MONTHS = 12
const DAYS_AHEAD = 330
/** Screens that are narrower show the calendar as a sheet over the page (§9, the wide layout). */
const IS_WIDE = '(width >= 56.25rem)'

interface Live {
  range: DayRange & { isReturnNext: boolean }
  /** The button that opened it. */
  opener: RefObject<HTMLElement | null>
  close: (focus?: HTMLElement | null) => void
  choose: (start: CalendarDate, end: CalendarDate) => void
}

/**
 * Two months whose days are links to the page with that day; a plain click chooses it here. Below the fields on wide screens, a sheet over
 * the page on others. While the pick-up is chosen, the cheapest prices are under the days, where the form has a city.
 */
export function RangeCalendar({ live, today, formId }: { live: Live; today: CalendarDate; formId: string }) {
  const t = useText('days')
  const common = useText('common')
  const { language } = useLanguage()
  const { pathname } = useLocation()
  const { range, close, opener } = live
  const thisMonth = monthOf(today, language)
  const chosen = monthOf(range.start ?? today, language)
  const begins = (chosen.year - thisMonth.year) * MONTHS + chosen.month - thisMonth.month
  const [shift, setShift] = useState(Math.min(Math.max(begins, 0), MONTHS - 2))
  const months = monthGrids(monthGrid(addMonths(thisMonth, shift), language).first, 2, language)
  const prices = useDayPrices({ formId, range, months, today })
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = box.current
    if (matchMedia(IS_WIDE).matches) dialog?.show()
    else dialog?.showModal()
    const day = dialog?.querySelector<HTMLElement>('[aria-current]') ?? dialog?.querySelector('a')
    day?.focus()
  }, [])
  const turn = (by: 1 | -1) => {
    const turned = shift + by
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
      aria-label={t('label')}
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
      {prices && <PricesNote prices={prices} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what has the focus */}
      <div className="cal-box py-4" onKeyDown={(event) => moveByKey(event, turn)}>
        {months.map((month) => (
          <MonthCalendar
            key={month.title}
            month={month}
            today={today}
            from={range.start}
            to={range.end}
            isBusy={(date) => date > addDays(today, DAYS_AHEAD)}
            href={href}
            note={prices && ((date) => <DayNote prices={prices} date={date} />)}
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
