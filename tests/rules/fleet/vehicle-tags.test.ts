import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedTags, spelledAs, tagKey, tagsIn } from '#app/rules/fleet/vehicle-tags.ts'

test('are read from commas of every script and lines, each once in its first spelling', () => {
  expect(tagsIn(' Family,winter   tyres،خانوادگی; FAMILY\nfamily ,, ')).toEqual(['Family', 'winter tyres', 'خانوادگی'])
  expect(tagsIn('')).toEqual([])
  expect(tagsIn(' ,،\u0301;')).toEqual([])
})

test('keep the company’s spelling', () => {
  expect(spelledAs(['Winter tyres'], ['WINTER TYRES', 'port'])).toEqual(['Winter tyres', 'port'])
})

test('are taken away in whatever case, and added last, once', () => {
  expect(changedTags(['a', 'B', 'c'], { add: ['d', 'C'], remove: ['b'] })).toEqual(['a', 'c', 'd'])
})

test('written again are the same tags, and changing them twice is changing them once', () => {
  const tags = fc.array(fc.string({ maxLength: 12 }), { maxLength: 8 }).map((list) => tagsIn(list.join(',')))
  fc.assert(
    fc.property(tags, tags, tags, (before, add, remove) => {
      expect(tagsIn(before.join(', '))).toEqual(before)
      expect(new Set(before.map(tagKey)).size).toBe(before.length)
      const change = { add, remove }
      const after = changedTags(before, change)
      expect(new Set(after)).toEqual(new Set(changedTags(after, change)))
    }),
  )
})
