import { isOpenAt } from '#app/rules/time/opening-hours.ts'
import type { Ad } from './booking-form.ts'
import type { ChosenDays } from './free-days.ts'

/**
 * Where a rental begins and ends before anybody chose: at the company's first place, or where that is closed at the chosen time at
 * the cheapest one that is open, if there is one. `return` is undefined where the vehicle returns to the place of pick-up.
 */
export function openPlaces(
  { places }: Pick<Ad, 'places'>,
  { start, startTime, end, endTime }: ChosenDays,
): { receive: number | undefined; return: number | undefined } {
  const isOpen = (place: Ad['places'][number], date: string | undefined, time: string) =>
    date === undefined || isOpenAt({ ...place, closed: [] }, { date, time })
  const cheapest = (fee: 'receive_fee' | 'return_fee', date: string | undefined, time: string) =>
    places.filter((place) => isOpen(place, date, time)).sort((one, other) => one[fee] - other[fee])[0]
  const [first] = places
  if (!first) return { receive: undefined, return: undefined }
  const receive = isOpen(first, start, startTime) ? first : (cheapest('receive_fee', start, startTime) ?? first)
  const isSame = isOpen(receive, end, endTime)
  return { receive: receive.id, return: isSame ? undefined : cheapest('return_fee', end, endTime)?.id }
}
