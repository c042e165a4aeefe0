import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketEdges, countInBuckets } from '#app/rules/search/histogram.ts'

describe('a histogram', () => {
  it('has bars between round numbers', () => {
    expect(bucketEdges({ min: 1_230_000, max: 9_900_000, most: 10 })).toEqual([
      1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000, 6_000_000, 7_000_000, 8_000_000, 9_000_000, 10_000_000,
    ])
    expect(bucketEdges({ min: 1100, max: 1400, unit: 100, most: 16 })).toEqual([1100, 1200, 1300, 1400])
  })

  it('of one value has one bar, and without values has none', () => {
    expect(countInBuckets([39, 39], bucketEdges({ min: 39, max: 39 }))).toEqual([{ from: 39, to: 40, count: 2 }])
    expect(countInBuckets([], bucketEdges({ min: Infinity, max: -Infinity }))).toEqual([])
  })

  it('counts each value once, in a few bars that begin at whole units', () => {
    const values = fc.array(fc.nat(60_000_000), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(values, fc.constantFrom(1, 100), fc.integer({ min: 2, max: 24 }), (prices, unit, most) => {
        const edges = bucketEdges({ min: Math.min(...prices), max: Math.max(...prices), unit, most })
        const buckets = countInBuckets(prices, edges)
        expect(buckets.length).toBeGreaterThan(0)
        expect(buckets.length).toBeLessThanOrEqual(most)
        expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(prices.length)
        expect(edges.every((edge) => edge % unit === 0)).toBe(true)
      }),
    )
  })

  it('leaves out values outside its edges', () => {
    expect(countInBuckets([0, 10, 15, 20, 21], [10, 20])).toEqual([{ from: 10, to: 20, count: 3 }])
  })
})
