import { IsoDate, RowId, SlotTime } from '#app/contract/shapes/shapes.ts'

/** A vehicle and times as the fields of a form; each may be missing. */
export type DrawnTimes = Partial<Record<'ad' | 'start_date' | 'start_time' | 'end_date' | 'end_time', string>>

/** What a gap of the calendar, or days drawn over it, ask for: `?ad=17&from=2026-12-03T10:00&to=…`. */
export function drawnTimes(query: URLSearchParams): DrawnTimes {
  const ad = RowId.safeParse(query.get('ad') ?? undefined)
  const moments = (['from', 'to'] as const).flatMap((name) => {
    const { date, time } = drawnMoment(query.get(name)) ?? {}
    const end = name === 'from' ? 'start' : 'end'
    return date && time ? [[`${end}_date`, date] as const, [`${end}_time`, time] as const] : []
  })
  return { ...Object.fromEntries(moments), ...(ad.success && { ad: String(ad.data) }) }
}

/** A moment as such an address writes it; null for anything else. */
export function drawnMoment(given: string | null): { date: string; time: string } | null {
  const [date = '', time = ''] = (given ?? '').split('T')
  return IsoDate.safeParse(date).success && SlotTime.safeParse(time).success ? { date, time } : null
}
