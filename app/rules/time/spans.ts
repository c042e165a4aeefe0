/** A stretch of time in milliseconds, its end not included. */
export type Span = readonly [start: number, end: number]

/** Sorts spans and merges those that touch or overlap. Those of a fleet mostly are in order and apart, and are answered as they are. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  if (areApart(spans)) return spans
  const joined: [number, number][] = []
  for (const [start, end] of [...spans].sort((one, other) => one[0] - other[0])) {
    if (end <= start) continue
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

function areApart(spans: readonly Span[]): boolean {
  let end = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    if (span[0] <= end || span[1] <= span[0]) return false
    end = span[1]
  }
  return true
}

/** The spans minus the others. */
export function withoutSpans(spans: readonly Span[], others: readonly Span[]): readonly Span[] {
  if (others.length === 0) return joinSpans(spans)
  const taken = joinSpans(others)
  return joinSpans(spans).flatMap(([start, end]) => {
    const left: Span[] = []
    let from = start
    for (const [takenStart, takenEnd] of taken) {
      if (takenEnd <= from || takenStart >= end) continue
      if (takenStart > from) left.push([from, takenStart])
      from = takenEnd
    }
    if (from < end) left.push([from, end])
    return left
  })
}
