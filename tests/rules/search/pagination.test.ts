import { describe, expect, it } from 'vitest'
import { clampPage, pageCount, pageSlice } from '#app/rules/search/pagination.ts'

describe('pages', () => {
  it('have 24 results each, and an empty list still has a page', () => {
    expect([0, 1, 24, 25, 1200].map((results) => pageCount(results))).toEqual([1, 1, 1, 2, 50])
  })

  it('include the first for page 0 and the last for page 9,999', () => {
    expect([0, -3, 1, 7, 9999, Number.NaN, 2.9].map((page) => clampPage(page, 7))).toEqual([1, 1, 1, 7, 7, 1, 2])
    expect(pageSlice(9999, 50)).toEqual({ start: 48, end: 50 })
    expect(pageSlice(0, 50)).toEqual({ start: 0, end: 24 })
    expect(pageSlice(1, 0)).toEqual({ start: 0, end: 0 })
  })
})
