import { useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { DayRange } from '#app/features/dates/day-range.ts'
import type { MonthGrid } from '#app/i18n/format/calendar.ts'
import { shortPrice } from '#app/i18n/format/short-price.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type CurrencyCode, DEFAULT_TIME, FROM_DAYS } from '#app/rules/constants.ts'
import { type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'
import { rentalDays } from '#app/rules/time/rental-time.ts'

/** The longest rental that the API prices for each day. */
const LONGEST_DAYS = 90
/** After how long prices that did not come are asked for again. */
const AGAIN_MS = 5000

/** What the prices are for. */
interface Asked {
  city: string
  category: string
  currency: CurrencyCode
  /** Of the rental, in days. */
  length: number
}
/** By day; null where no vehicle is free. */
type Known = ReadonlyMap<CalendarDate, number | null>
export type DayPrices = Asked & { known: Known; isShown: boolean }

/**
 * The lowest price per day of a rental from each day on, as long as the form's, in its city. They come by months, once each; without them
 * nothing is shown, and neither while the return is chosen, as they are of rentals that begin on a day. Undefined where none will come:
 * without a city, and where somebody saves data.
 */
export function useDayPrices(calendar: {
  formId: string
  range: DayRange & { isReturnNext: boolean }
  months: readonly MonthGrid[]
  today: CalendarDate
}): DayPrices | undefined {
  const { language } = useLanguage()
  const currency = useRouteLoaderData<{ currency: CurrencyCode }>('root')?.currency
  const [asked] = useState(() => currency && askedIn(calendar, currency))
  const [known, setKnown] = useState<Known>(new Map())
  const closing = useRef<AbortController>(undefined)
  const requested = useRef(new Set<CalendarDate>())
  const [tries, setTries] = useState(0)
  const { months, today, range } = calendar
  const isShown = !range.isReturnNext
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => {
      controller.abort()
      requested.current.clear()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other months are shown
  useEffect(() => {
    if (!asked || !isShown || !closing.current) return
    const { signal } = closing.current
    for (const { first, last } of months) {
      const from = first < today ? today : first
      if (from > last || requested.current.has(first)) continue
      requested.current.add(first)
      const query = new URLSearchParams({ ...textsOf(asked), from, days: String(daysBetween(from, last) + 1) })
      fetchPrices(pathIn(language, `/rent/day-prices?${query}`), signal).then(
        (found) => setKnown((others) => new Map([...others, ...found])),
        () => requested.current.delete(first),
      )
    }
    // Once: they may not have been known, or the line may have dropped.
    if (tries > 0) return
    const again = setTimeout(setTries, AGAIN_MS, 1)
    return () => clearTimeout(again)
  }, [months[0]?.first, isShown, tries])
  return asked && { ...asked, known, isShown }
}

function askedIn({ formId, range }: { formId: string; range: DayRange }, currency: CurrencyCode): Asked | undefined {
  const form = document.getElementById(formId)
  const fields = form instanceof HTMLFormElement ? new FormData(form) : new FormData()
  const textOf = (name: string) => String(fields.get(name) ?? '')
  const timeOf = (name: string) => textOf(name) || DEFAULT_TIME
  const { start, end } = range
  const length =
    start && end
      ? rentalDays({ date: start, time: timeOf('start_time') }, { date: end, time: timeOf('end_time') })
      : FROM_DAYS
  const city = textOf('city')
  if (city === '' || length > LONGEST_DAYS || isSavingData()) return undefined
  return { city, category: textOf('category'), currency, length }
}

function isSavingData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean } | null)?.saveData === true
}

const textsOf = ({ city, category, currency, length }: Asked) => ({ city, category, currency, length: String(length) })

/** Throws where the answer has no prices. */
async function fetchPrices(address: string, signal: AbortSignal): Promise<[CalendarDate, number | null][]> {
  const answer = await fetch(address, { signal })
  if (!answer.ok) throw new Error(`prices: ${answer.status}`)
  const { prices } = (await answer.json()) as { prices: Record<CalendarDate, number | null> }
  const found = Object.entries(prices)
  if (found.length === 0) throw new Error('prices: not known at the moment')
  return found
}

/** The price under a day, which is part of its name for those who hear it. */
export function DayNote({ prices: { known, isShown, currency }, date }: { prices: DayPrices; date: CalendarDate }) {
  const t = useText('days')
  const { language } = useLanguage()
  const price = known.get(date)
  if (!isShown || price === undefined) return null
  const shown = price === null ? '–' : shortPrice(price, currency, language)
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="vh">{price === null ? t('noneFree') : t('from', { price: shown, currency })}</span>
    </>
  )
}

/** What the prices are. Its place is kept until they come. */
export function PricesNote({ prices: { known, isShown, city, length, currency } }: { prices: DayPrices }) {
  const t = useText('days')
  const isSaid = isShown && known.size > 0
  return <p className={isSaid ? 'hint' : 'hint invisible'}>{t('prices', { city, days: length, currency })}</p>
}
