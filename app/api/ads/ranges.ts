import { api } from '#app/api/call/context.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { takenRanges } from '#app/db/prices/free.ts'
import { gapOf } from '#app/db/prices/gap.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { dateIn, instantOf, localOf } from '#app/rules/time/rental-time.ts'

/**
 * Free ranges from `from` (today, never the past) over this many days, without ranges that are shorter than the gap.
 */
export const availableRanges = api.ads.availableRanges.handler(async ({ input, context: { deps }, errors }) => {
  const { db } = deps
  const ad = await db
    .selectFrom('ad')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select(['city.zone', gapOf().as('gap')])
    .where('ad.id', '=', input.id)
    .where('ad.status', '=', STATE_NUMBERS.OFFERED)
    .executeTakeFirst()
  if (!ad) throw errors.NOT_FOUND()
  const { zone } = ad
  const now = deps.now()
  const today = dateIn(zone, now)
  const first = input.from && input.from > today ? input.from : today
  const from = first === today ? now : instantOf(first, '00:00', zone)
  const to = instantOf(addDays(first, input.days), '00:00', zone)
  const taken = await takenRanges(db, { ad: input.id, from, to, now })
  const gap = ad.gap * MINUTE_MS
  return {
    zone,
    ...wholeList(freeBetween(from, to, taken, gap).map(({ start, end }) => ({ start: local(start), end: local(end) }))),
  }

  function local(instant: Date) {
    const { date, time } = localOf(instant, zone)
    return `${date}T${time}`
  }
})

/** The gaps between taken ranges, each ending `gap` milliseconds before the next one begins. */
function freeBetween(from: Date, to: Date, taken: { start_at: Date; end_at: Date }[], gap: number) {
  const free: { start: Date; end: Date }[] = []
  let start = from
  for (const { start_at, end_at } of taken) {
    const end = new Date(start_at.getTime() - gap)
    if (end > start) free.push({ start, end })
    if (end_at > start) start = end_at
  }
  if (to > start) free.push({ start, end: to })
  return free
}
