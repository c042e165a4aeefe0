import { expect, test } from 'vitest'
import { readRecent, withRecent } from '#app/features/search/recent-search.ts'
import { RECENT_SEARCHES_MAX } from '#app/rules/constants.ts'

const search = (day: number) => ({
  path: `/rent/car?city=Kish&start_date=2026-12-0${day}`,
  city: 'Kish',
  start: `2026-12-0${day}`,
  end: '2026-12-20',
})

test('a search is in the list once, latest first, at most eight', () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 3].reduce((list, day) => withRecent(list, search(day)), readRecent(null))
  expect(all).toHaveLength(RECENT_SEARCHES_MAX)
  expect(all.map(({ start }) => Number(start.slice(-1)))).toEqual([3, 9, 8, 7, 6, 5, 4, 2])
  expect(readRecent(JSON.stringify(all))).toEqual(all)
})

test.each([
  'not json',
  '{"path":"/rent/car?city=Kish"}',
  JSON.stringify([{ ...search(1), path: 'https://elsewhere.example/rent/car?' }]),
  JSON.stringify([{ ...search(1), path: '//elsewhere.example/rent/car?' }]),
  JSON.stringify([{ ...search(1), start: '2026-13-40' }]),
  JSON.stringify([{ ...search(1), city: 'x'.repeat(10_000) }]),
  JSON.stringify([null, 7, 'x']),
])('a list that we did not write is not shown: %.60s', (text) => {
  expect(readRecent(text)).toEqual([])
})
