import { CATEGORY, type CurrencyCode, DEFAULT_CITY_ID } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { isOpenAt } from '#app/rules/time/opening-hours.ts'
import type { ApiClient } from '#app/web/api.server.ts'

/** The rental that the home page shows as an example. */
export interface SampleTime {
  start_date: CalendarDate
  start_time: string
  end_date: CalendarDate
  end_time: string
}

/**
 * The bill of a real vehicle for real days, line by line as the API computes it: the first featured car of the first
 * city, at its airport or another of its places that is open then, with insurance if it has one. Undefined if no
 * vehicle is free or no place is open.
 */
export async function sampleBill(api: ApiClient, { time, currency }: { time: SampleTime; currency: CurrencyCode }) {
  const { results } = await api.ads.pinned({
    query: { size: 1, currency },
    body: { ...time, city: DEFAULT_CITY_ID, categories: [CATEGORY.CAR] },
  })
  const [ad] = results
  if (!ad) return undefined
  const { places, city, extras } = await api.ads.read({ id: ad.id, currency, ...time })
  const open = places.filter((place) => {
    const hours = { ...place, closed: [] }
    return (
      isOpenAt(hours, { date: time.start_date, time: time.start_time }) &&
      isOpenAt(hours, { date: time.end_date, time: time.end_time })
    )
  })
  const place = open.find(({ kind }) => kind === 'AIRPORT') ?? open[0]
  if (!place) return undefined
  const bill = await api.reservations.price({
    id: ad.id,
    ...time,
    currency,
    supplemental_insurance: extras.supplemental_insurance !== null,
    receive_address: { id: place.id },
    return_address: { id: place.id },
  })
  return {
    title: ad.title,
    city: city.name,
    href: `/book/car/${ad.id}/${time.start_date}/${time.end_date}`,
    place: place.name,
    currency: bill.currency,
    total: bill.total,
    lines: bill.lines.map(({ kind, unit, amount, days = 1 }) => [kind, unit, amount, days] as const),
  }
}
