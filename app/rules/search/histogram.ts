/** One bar: values from `from` up to, but not including, `to`; the last bar includes its end. */
export interface Bucket {
  from: number
  to: number
  count: number
}

/** Round steps, to be multiplied by a power of ten. */
const NICE = [1, 2, 2.5, 5, 10]

/**
 * The edges of a histogram between two values: evenly spaced round numbers, at most `most` bars, the first edge at or
 * below `min` and the last above it and at or above `max`. No step is smaller than `unit` or a fraction of it (100
 * for cents, so that bars begin at whole euros). Empty where there is no range. Source: *ours*.
 */
export function bucketEdges({
  min,
  max,
  unit = 1,
  most = 16,
}: {
  min: number
  max: number
  unit?: number
  most?: number
}): number[] {
  if (!Number.isFinite(min) || !Number.isFinite(max) || max < min) return []
  let step = niceStep((max - min) / most / unit) * unit
  while (barsBetween(min, max, step) > most) step = niceStep(step / unit + 0.5) * unit
  const first = Math.floor(min / step) * step
  return Array.from({ length: barsBetween(min, max, step) + 1 }, (_, index) => first + index * step)
}

/** How many values fall between each two edges. Values outside the edges are left out. */
export function countInBuckets(values: Iterable<number>, edges: readonly number[]): Bucket[] {
  const buckets = edges.slice(1).map((to, index): Bucket => ({ from: edges[index] ?? to, to, count: 0 }))
  const [first, second] = edges
  if (first === undefined || second === undefined) return []
  for (const value of values) {
    const index = Math.floor((value - first) / (second - first))
    const bucket = value === edges.at(-1) ? buckets.at(-1) : buckets[index]
    if (bucket) bucket.count += 1
  }
  return buckets
}

function barsBetween(min: number, max: number, step: number): number {
  return Math.max(1, Math.ceil(max / step) - Math.floor(min / step))
}

/** The smallest nice whole number that is not below the wanted one. */
function niceStep(wanted: number): number {
  if (wanted <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(wanted))
  const nice = NICE.map((factor) => factor * power).find((step) => step >= wanted && Number.isInteger(step))
  return nice ?? 10 * power
}
