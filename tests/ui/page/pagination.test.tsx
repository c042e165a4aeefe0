import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pagination, pageNumbers } from '#app/ui/page/pagination.tsx'
import { render } from '../../support/browser/render.tsx'

test.each([
  [1, 2, [1, 2]],
  [1, 16, [1, 2, 'after', 16]],
  [3, 16, [1, 2, 3, 4, 'after', 16]],
  [8, 16, [1, 'before', 7, 8, 9, 'after', 16]],
  [14, 16, [1, 'before', 13, 14, 15, 16]],
  [4, 5, [1, 2, 3, 4, 5]],
])('page %i of %i links to %j', (page, pages, expected) => {
  expect(pageNumbers(page, pages)).toEqual(expected)
})

test('the linked pages ascend, include the first, the last and the neighbours, and no gap hides a single page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
      const [page, pages] = [Math.min(a, b), Math.max(a, b)]
      const entries = pageNumbers(page, pages)
      const numbers = entries.filter((entry) => typeof entry === 'number')
      expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y))
      const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
      expect(numbers).toEqual(expect.arrayContaining(wanted))
      for (const [index, number] of numbers.slice(1).entries()) {
        const step = number - (numbers[index] ?? 0)
        expect(step === 1 || step > 2).toBe(true)
      }
      expect(entries.length).toBeLessThanOrEqual(7)
    }),
  )
})

test('the current page is marked, in the digits of the language', () => {
  const html = render('fa', <Pagination page={12} pages={16} href={(page) => `?page=${page}`} />)
  expect(html).toContain('<a href="?page=12" aria-current="page" aria-label="صفحهٔ ۱۲">۱۲ </a>')
})

test('a single page has no links', () => {
  expect(render('en', <Pagination page={1} pages={1} href={String} />)).toBe('')
})
