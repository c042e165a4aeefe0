import { type KeyboardEvent, type MouseEventHandler, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { type BookAddress, bookHref, bookPath } from '#app/features/booking/book-address.ts'
import type { ShownAd } from '#app/features/booking/booking-form.ts'
import { dayPrice } from '#app/features/booking/day-price.ts'
import { type ChosenDays, choiceOf, type FreeRange } from '#app/features/booking/free-days.ts'
import { useMovingReturn } from '#app/features/dates/date-controls.live.ts'
import { moveByKey } from '#app/features/dates/day-keys.live.ts'
import { SameDayNote } from '#app/features/dates/same-day-note.tsx'
import { monthGrids } from '#app/i18n/format/calendar.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { shortPrice } from '#app/i18n/format/short-price.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { WhenField } from '#app/ui/form/date-field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { MonthCalendar } from '#app/ui/form/month-calendar.tsx'

export interface ShownCalendar {
  /** First day of the first month. */
  first: CalendarDate
  /** The number of months shown. */
  months: number
  ranges: FreeRange[]
  previous?: CalendarDate
  next?: CalendarDate
}

/** When: both ends of the rental as fields, and the calendar of free days, whose days are links. */
export function WhenCard({
  form,
  today,
  calendar,
  chosen,
  address,
  prices,
  onChoose,
}: {
  form: ReplyForm
  today: CalendarDate
  /** Undefined if it could not be read: the fields work without it. */
  calendar: ShownCalendar | undefined
  chosen: ChosenDays
  address: BookAddress
  prices: Pick<ShownAd, 'tiers' | 'pricing'> & { currency: CurrencyCode }
  /** Handles a click on a day when JavaScript can choose it without leaving the page. */
  onChoose?: MouseEventHandler<HTMLElement>
}) {
  const t = useText('booking')
  return (
    <section className="card stack" id="dates" aria-labelledby="dates-title">
      <h2 id="dates-title">{t('when.title')}</h2>
      <div className="grid2" {...useMovingReturn()}>
        <WhenField {...form} name="start" label={t('when.pickUp')} today={today} required />
        <WhenField {...form} name="end" label={t('when.return')} today={today} required />
      </div>
      <SameDayNote form={form} />
      {calendar && (
        <details open>
          <summary className="row brand b sm">
            <Icon name="calendar" />
            {t('when.calendar')}
          </summary>
          <FreeDays {...{ today, calendar, chosen, address, prices, onChoose }} />
        </details>
      )}
    </section>
  )
}

function FreeDays({
  today,
  calendar,
  chosen,
  address,
  prices,
  onChoose,
}: {
  today: CalendarDate
  calendar: ShownCalendar
  chosen: ChosenDays
  address: BookAddress
  prices: Pick<ShownAd, 'tiers' | 'pricing'> & { currency: CurrencyCode }
  onChoose?: MouseEventHandler<HTMLElement>
}) {
  const t = useText('booking')
  const common = useText('common')
  const { language } = useLanguage()
  const isReturnNext = chosen.start !== undefined && chosen.end === undefined
  const keys = useDayKeys({ calendar, chosen, address })
  const hrefOf = (date: CalendarDate) => {
    const days = choiceOf(calendar.ranges, date, chosen)
    return days && bookHref(language, { ...address, ...days })
  }
  const priceUnder = (date: CalendarDate) => {
    const price = dayPrice({ ...prices, today }, choiceOf(calendar.ranges, date, chosen) ?? {}, chosen)
    return price === undefined ? undefined : shortPrice(price, prices.currency, language)
  }
  return (
    <>
      <p className="sm soft pt-2" aria-live="polite">
        {isReturnNext
          ? t('when.chooseReturn', { date: formatDate(chosen.start ?? today, language, 'weekday') })
          : t('when.choosePickUp')}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked or entered */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div className="cal-box py-4" onClick={onChoose} {...keys}>
        {monthGrids(calendar.first, calendar.months, language).map((month) => (
          <MonthCalendar
            key={month.title}
            month={month}
            today={today}
            from={chosen.start}
            to={chosen.end}
            isBusy={(date) => hrefOf(date) === undefined}
            note={priceUnder}
            href={(date) => hrefOf(date) ?? bookHref(language, { ...address, start: date })}
          />
        ))}
      </div>
      <p className="cal-key">
        <span>{common('calendar.key')}</span> <span>{t('when.prices', { currency: prices.currency })}</span>{' '}
        {calendar.previous && (
          <MonthLink {...{ address, chosen }} month={calendar.previous} label={common('calendar.previous')} />
        )}{' '}
        {calendar.next && <MonthLink {...{ address, chosen }} month={calendar.next} label={common('calendar.next')} />}
        {isReturnNext && (
          <a href={bookHref(language, address)} onClick={onChoose}>
            {t('when.again')}
          </a>
        )}
      </p>
    </>
  )
}

/** Keys that move the focus from day to day, and on to the months before and after those that are shown. */
function useDayKeys({ calendar, ...month }: { calendar: ShownCalendar; chosen: ChosenDays; address: BookAddress }) {
  const navigate = useNavigate()
  const ref = useRef<HTMLDivElement>(null)
  const turned = useRef<1 | -1>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other months have come
  useEffect(() => {
    const links = turned.current ? [...(ref.current?.querySelectorAll<HTMLElement>('td a') ?? [])] : []
    links.at(turned.current === 1 ? 0 : -1)?.focus()
    turned.current = undefined
  }, [calendar.first])
  const turn = (direction: 1 | -1) => {
    const other = direction === 1 ? calendar.next : calendar.previous
    if (!other) return false
    turned.current = direction
    navigate(monthPath({ ...month, month: other }), { preventScrollReset: true, replace: true })
    return false
  }
  return { ref, onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveByKey(event, turn) }
}

function monthPath({ address, chosen, month }: { address: BookAddress; chosen: ChosenDays; month: CalendarDate }) {
  const query = new URLSearchParams(address.query)
  query.set('month', month)
  const { start, end } = chosen
  return bookPath({ category: address.category, id: address.id, start, end, query })
}

/** Links to other months of the same vehicle. With JavaScript, only the calendar changes. */
function MonthLink({
  address,
  chosen,
  month,
  label,
}: {
  address: BookAddress
  chosen: ChosenDays
  month: CalendarDate
  label: string
}) {
  return (
    <Link to={monthPath({ address, chosen, month })} preventScrollReset replace rel="nofollow">
      {label}
    </Link>
  )
}
