import type { CalendarDate } from '../time/calendar-date.ts'
import { isOpenAt, type OpeningHours } from '../time/opening-hours.ts'

/** A place with what its hand-overs cost and its usual hours. */
type PricedPlace = Omit<OpeningHours, 'closed'> & { id: number; receive_fee: number; return_fee: number }

/** The dates and times of a rental, as far as they are chosen. */
interface ChosenTimes {
  start?: CalendarDate | undefined
  startTime: string
  end?: CalendarDate | undefined
  endTime: string
}

/**
 * Where a rental begins and ends before anybody chose: at the company's first place, or where that is closed at the chosen time at
 * the cheapest one that is open, if there is one. `return` is undefined where the vehicle returns to the place of pick-up.
 */
export function openPlaces(
  places: readonly PricedPlace[],
  { start, startTime, end, endTime }: ChosenTimes,
): { receive: number | undefined; return: number | undefined } {
  const isOpen = (place: PricedPlace, date: string | undefined, time: string) =>
    date === undefined || isOpenAt({ ...place, closed: [] }, { date, time })
  const cheapest = (fee: 'receive_fee' | 'return_fee', date: string | undefined, time: string) =>
    places.filter((place) => isOpen(place, date, time)).sort((one, other) => one[fee] - other[fee])[0]
  const [first] = places
  if (!first) return { receive: undefined, return: undefined }
  const receive = isOpen(first, start, startTime) ? first : (cheapest('receive_fee', start, startTime) ?? first)
  const isSame = isOpen(receive, end, endTime)
  return { receive: receive.id, return: isSame ? undefined : cheapest('return_fee', end, endTime)?.id }
}
