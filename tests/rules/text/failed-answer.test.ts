import { expect, test } from 'vitest'
import { failureToast } from '#app/rules/text/failed-answer.ts'

test.each([
  ['no answer at all', { status: undefined }, { key: 'connectionLost' }],
  ['a 404 shows nothing', { status: 404, body: { detail: 'x' } }, undefined],
  ['a server error', { status: 500, body: { detail: 'a secret' } }, { key: 'server' }],
  ['a bad gateway', { status: 502 }, { key: 'server' }],
  ['a service that is away', { status: 503 }, { key: 'unavailable' }],
  ['an answer without a body', { status: 409 }, { key: 'unexpected' }],
  ['a 401 of an unknown kind', { status: 401, body: { detail: 'x' } }, { key: 'unauthorized' }],
  ['the first item of an array', { status: 400, body: ['first', 'second'] }, { text: 'first' }],
  ['the message', { status: 409, body: { message: 'taken' } }, { text: 'taken' }],
  ['the detail before fields', { status: 400, body: { detail: 'wrong', fields: { a: ['b'] } } }, { text: 'wrong' }],
  ['the first field’s first error', { status: 400, body: { fields: { phone: ['bad', 'worse'] } } }, { text: 'bad' }],
  ['the body as it came', { status: 418, body: { teapot: 1 } }, { text: '{"teapot":1}' }],
])('%s', (_case, answer, toast) => {
  expect(failureToast(answer)).toEqual(toast)
})

test('a long message is cut to a hundred characters', () => {
  const toast = failureToast({ status: 400, body: 'ی'.repeat(300) })
  expect([...(toast && 'text' in toast ? toast.text : '')]).toHaveLength(100)
})
