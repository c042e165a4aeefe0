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

/** When a vehicle was out, and when it could have been; of each kind in order and apart. */
export interface UseSpans {
  out: readonly Span[]
  able: readonly Span[]
}

/** How long a vehicle was out, of how long it could have been; milliseconds. */
export interface Use {
  out: number
  able: number
}

/**
 * When a vehicle was used. It was able to be out while it was on offer and not blocked, and in any case while it was out: `out` is
 * never more than `able`. Source: issue 19, C.
 */
export function spansOfUse({ rented, blocked, offered }: VehicleTimes): UseSpans {
  const out = joinSpans(rented)
  return { out, able: joinSpans([...out, ...withoutSpans(offered, blocked)]) }
}

/**
 * Measures how vehicles were used in each of the periods. Hours count as they are, so that two rentals of one day are not two days.
 * Source: design/golive 39; counting hours is *ours*.
 *
 * The bounds of the periods are put in order once: a report measures dozens of periods of a thousand vehicles.
 */
export function measurerOfUse(periods: readonly Span[]): (spans: UseSpans) => Use[] {
  const bounds = [...new Set(periods.flat())].sort((one, other) => one - other)
  const places = new Map(bounds.map((bound, index) => [bound, index]))
  const indexes = periods.map(([from, to]) => [places.get(from) ?? 0, places.get(to) ?? 0] as const)
  return (spans) => {
    const [out, able] = [lengthsUpTo(bounds, spans.out), lengthsUpTo(bounds, spans.able)]
    const between = (lengths: Float64Array, from: number, to: number) => (lengths[to] ?? 0) - (lengths[from] ?? 0)
    return indexes.map(([from, to]) => ({ out: between(out, from, to), able: between(able, from, to) }))
  }
}

/**
 * Adds how a vehicle was used to the days of the week, 0 for Sunday.
 * @param days days that follow each other: the start of each, in milliseconds since 1970, and its day of the week; the
 *   last one is only the end of the one before it
 */
export function addUseByWeekday(
  sum: Use[],
  spans: UseSpans,
  days: readonly { start: number; weekday: number }[],
): void {
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

/** How much spans cover up to each of the bounds. Both are in order, and the spans do not overlap. */
function lengthsUpTo(bounds: readonly number[], spans: readonly Span[]): Float64Array {
  const lengths = new Float64Array(bounds.length)
  let next = 0
  let ended = 0
  for (let index = 0; index < bounds.length; index++) {
    const bound = bounds[index] ?? 0
    let span = spans[next]
    for (; span && span[1] <= bound; span = spans[++next]) ended += span[1] - span[0]
    lengths[index] = ended + (span ? Math.max(0, bound - span[0]) : 0)
  }
  return lengths
}

/** The first index of an ordered list at which something holds, or its length; a binary search. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
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
 * Adds up what many amounts, each earned evenly over its span, come to in each of the periods. Rounded so that the parts of periods
 * without gaps add up to the amounts. Source: *ours*.
 *
 * Kept as sums up to each bound of a period, so that an amount only costs the few bounds within its span: a report asks for dozens of
 * periods of tens of thousands of rentals.
 */
export function sumEarnings(periods: readonly Span[]): {
  add: (amount: number, span: Span) => void
  sums: () => number[]
} {
  const bounds = [...new Set(periods.flat())].sort((one, other) => one - other)
  const partly = bounds.map(() => 0)
  const wholly = bounds.map(() => 0)
  return {
    add(amount, [start, end]) {
      let index = firstIndex(bounds.length, (at) => (bounds[at] ?? 0) > start)
      for (let bound = bounds[index]; bound !== undefined && bound < end; bound = bounds[index]) {
        partly[index] = (partly[index] ?? 0) + Math.round((amount * (bound - start)) / (end - start))
        index++
      }
      if (index < bounds.length) wholly[index] = (wholly[index] ?? 0) + amount
    },
    sums() {
      const upTo = new Map<number, number>()
      let ended = 0
      for (const [index, bound] of bounds.entries()) {
        ended += wholly[index] ?? 0
        upTo.set(bound, ended + (partly[index] ?? 0))
      }
      return periods.map(([from, to]) => (to > from ? (upTo.get(to) ?? 0) - (upTo.get(from) ?? 0) : 0))
    },
  }
}
