import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampPage, pageCount, pageSlice, pageWindow } from '#app/rules/pagination.ts'

describe('pages', () => {
  it('hold 24 results each, and no result still has a page', () => {
    expect([0, 1, 24, 25, 1200].map((results) => pageCount(results))).toEqual([1, 1, 1, 2, 50])
  })

  it('page 0 is the first and page 9,999 the last', () => {
    expect([0, -3, 1, 7, 9999, Number.NaN, 2.9].map((page) => clampPage(page, 7))).toEqual([1, 1, 1, 7, 7, 1, 2])
    expect(pageSlice(9999, 50)).toEqual({ start: 48, end: 50 })
    expect(pageSlice(0, 50)).toEqual({ start: 0, end: 24 })
    expect(pageSlice(1, 0)).toEqual({ start: 0, end: 0 })
  })

  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 9, [1, 2, 3, 'gap', 9]],
    [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [6, 12, [1, 'gap', 4, 5, 6, 7, 8, 'gap', 12]],
    [12, 12, [1, 'gap', 10, 11, 12]],
  ] as const)('page %i of %i shows %j', (page, pages, marks) => {
    expect(pageWindow(page, pages)).toEqual(marks)
  })

  it('the row always has the first, the last and the current page, in order, and no gap for one page', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 400 }), fc.integer({ min: 1, max: 300 }), (page, pages) => {
        const marks = pageWindow(page, pages)
        const numbers = marks.filter((mark) => mark !== 'gap')
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(numbers).toEqual(expect.arrayContaining([1, pages, clampPage(page, pages)]))
        marks.forEach((mark, index) => {
          if (mark === 'gap') expect(Number(marks[index + 1]) - Number(marks[index - 1])).toBeGreaterThan(2)
        })
      }),
    )
  })
})
