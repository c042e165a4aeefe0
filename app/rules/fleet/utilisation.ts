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
export function measureUse({ rented, blocked, offered }: VehicleTimes, periods: readonly Span[]): Use[] {
  const joined = joinSpans(rented)
  const out = lengthUpTo(joined)
  const able = lengthUpTo(joinSpans([...joined, ...withoutSpans(offered, blocked)]))
  return periods.map(([from, to]) => ({ out: out(to) - out(from), able: able(to) - able(from) }))
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
