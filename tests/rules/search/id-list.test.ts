import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHOSEN_MAX, ID_LIST_LENGTH, idListOf, idsOf } from '#app/rules/search/id-list.ts'

test('chosen numbers are short in an address, and each is there once', () => {
  expect(idListOf([12, 3, 4, 5, 4, 9])).toBe('3-5,9,12')
  expect(idsOf('3-5,9,12,4')).toEqual([3, 4, 5, 9, 12])
})

test.each(['', 'x', '1,', '5-3', '1-', '-3', '1;2', '1-999999999', '1-600,1000-1600', `${'9,'.repeat(4000)}9`])(
  'anything else, or too many, is no choice: %s',
  (list) => expect(idsOf(list)).toBeUndefined(),
)

test('what is written is read again, within its bounds', () => {
  const id = fc.integer({ min: 1, max: 2_147_483_647 })
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: CHOSEN_MAX }), (ids) => {
      const list = idListOf(ids)
      const sorted = ids.toSorted((one, other) => one - other)
      const read = idsOf(list) ?? []
      expect(list.length).toBeLessThanOrEqual(ID_LIST_LENGTH)
      expect(read).toEqual(sorted.slice(0, read.length))
      if (ids.length <= 600) expect(read).toEqual(sorted)
    }),
    { numRuns: 30 },
  )
})
