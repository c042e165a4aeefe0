import { expect, test } from 'vitest'
import { fillAnswer, unknownPlaceholder } from '#app/rules/messages/canned-answer.ts'

const VALUES = { customer: 'Sara $1', number: 'SV-48213', operator: 'Kaveh' }

test('a canned answer is filled with names as they are, at each placeholder', () => {
  expect(fillAnswer('{customer}, {number}: {customer}.\n{operator}', VALUES)).toBe('Sara $1, SV-48213: Sara $1.\nKaveh')
  expect(fillAnswer('Hours: {from, to}', VALUES)).toBe('Hours: {from, to}')
})

test('an unknown placeholder is found; braces over several lines are no placeholder', () => {
  expect(unknownPlaceholder('Dear {name}')).toBe('name')
  expect(unknownPlaceholder('Dear {}')).toBe('')
  expect(unknownPlaceholder('Dear {customer} {\n}')).toBeUndefined()
})
