import { joinSpans, type Span, withoutSpans } from '../time/spans.ts'

/** What a vehicle did, in milliseconds since 1970. Spans of one kind may overlap. */
export interface VehicleTimes {
  /** With a customer, or booked by one. */
  rented: readonly Span[]
  /** Not to be had: in service, used by the company, rented elsewhere. */
  blocked: readonly Span[]
  /** On offer. */
  offered: readonly Span[]
}

/** How long a vehicle was out, of how long it could have been; milliseconds. */
export interface Use {
  out: number
  able: number
}

/**
 * How a vehicle was used in each of the periods. It was able to be out while it was on offer and not blocked, and in any case
 * while it was out: `out` is never more than `able`. Hours count as they are, so that two rentals of one day are not two days.
 * Source: issue 19, C; design/golive 39; counting hours is *ours*.
 */
export function measureUse(times: VehicleTimes, periods: readonly Span[]): Use[] {
  const spans = spansOfUse(times)
  const [out, able] = [lengthUpTo(spans.out), lengthUpTo(spans.able)]
  return periods.map(([from, to]) => ({ out: out(to) - out(from), able: able(to) - able(from) }))
}

/**
 * Adds how a vehicle was used to the days of the week, 0 for Sunday.
 * @param days days that follow each other: the start of each, in milliseconds since 1970, and its day of the week; the
 *   last one is only the end of the one before it
 */
export function addUseByWeekday(
  sum: Use[],
  times: VehicleTimes,
  days: readonly { start: number; weekday: number }[],
): void {
  const spans = spansOfUse(times)
  for (const kind of ['out', 'able'] as const) {
    let at = 0
    for (const [start, end] of spans[kind]) {
      while (at < days.length - 1 && (days[at + 1]?.start ?? 0) <= start) at++
      for (let day = at; day < days.length - 1 && (days[day]?.start ?? 0) < end; day++) {
        const { start: dayStart, weekday } = days[day]!
        const use = sum[weekday] ?? { out: 0, able: 0 }
        sum[weekday] = use
        use[kind] += Math.max(0, Math.min(end, days[day + 1]!.start) - Math.max(start, dayStart))
      }
    }
  }
}

function spansOfUse({ rented, blocked, offered }: VehicleTimes): Record<keyof Use, readonly Span[]> {
  const out = joinSpans(rented)
  return { out, able: joinSpans([...out, ...withoutSpans(offered, blocked)]) }
}

/**
 * How much spans cover up to a time. They are in order and do not overlap: sums and a binary search, for a report asks for dozens of
 * periods of a thousand vehicles.
 */
function lengthUpTo(spans: readonly Span[]): (time: number) => number {
  const before: number[] = []
  let sum = 0
  for (const span of spans) {
    before.push(sum)
    sum += span[1] - span[0]
  }
  return (time) => {
    let [low, high] = [0, spans.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((spans[middle]?.[0] ?? 0) < time) low = middle + 1
      else high = middle
    }
    const last = spans[low - 1]
    return last ? (before[low - 1] ?? 0) + Math.min(time, last[1]) - last[0] : 0
  }
}

/** How much of a period the spans cover; they must not overlap. */
export function lengthIn(spans: readonly Span[], [from, to]: Span): number {
  let length = 0
  for (const [start, end] of spans) length += Math.max(0, Math.min(end, to) - Math.max(start, from))
  return length
}

/** Adds the use of one vehicle to the sum of several, period by period. */
export function addUse(sum: Use[], more: readonly Use[]): void {
  more.forEach(({ out, able }, index) => {
    const one = sum[index]
    if (!one) sum[index] = { out, able }
    else {
      one.out += out
      one.able += able
    }
  })
}

/** In per cent; null if nothing could have been out. */
export function percentOf({ out, able }: Use): number | null {
  return able > 0 ? (out / able) * 100 : null
}

/** When a vehicle was on offer, from the times at which its state changed, in any order. The last state lasts. */
export function offeredSpans(changes: readonly { isOffered: boolean; since: number }[]): readonly Span[] {
  const inOrder = [...changes].sort((one, other) => one.since - other.since)
  return joinSpans(
    inOrder.flatMap(({ isOffered, since }, index) =>
      isOffered ? [[since, inOrder[index + 1]?.since ?? Number.MAX_SAFE_INTEGER] as const] : [],
    ),
  )
}

/**
 * The part of an amount that belongs to a period, if it is earned evenly over a span. Rounded so that the parts of periods without
 * gaps add up to the amount. Source: *ours*.
 */
export function earnedIn(amount: number, [start, end]: Span, [from, to]: Span): number {
  if (to <= start || from >= end || to <= from) return 0
  const upTo = (at: number) => Math.round((amount * (Math.min(Math.max(at, start), end) - start)) / (end - start))
  return upTo(to) - upTo(from)
}
