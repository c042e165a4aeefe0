import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinSpans, type Span, withoutSpans } from '#app/rules/time/spans.ts'

const spans = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 12 })), { maxLength: 8 })
  .map((pairs) => pairs.map(([start, length]): Span => [start, start + length]))
const holds = (list: readonly Span[], at: number) => list.some(([start, end]) => at >= start && at < end)

test('joining keeps the same time, sorted and disjoint', () => {
  fc.assert(
    fc.property(spans, (list) => {
      const joined = joinSpans(list)
      for (let at = 0; at < 80; at++) expect(holds(joined, at)).toBe(holds(list, at))
      joined.slice(1).forEach(([start], index) => {
        expect(start).toBeGreaterThan(joined[index]?.[1] ?? 0)
      })
    }),
  )
})

test('subtracting removes the given time and nothing else', () => {
  fc.assert(
    fc.property(spans, spans, (list, others) => {
      const left = withoutSpans(list, others)
      for (let at = 0; at < 80; at++) expect(holds(left, at)).toBe(holds(list, at) && !holds(others, at))
    }),
  )
})
