import { expect, test } from 'vitest'
import { checkFormFields, checkJson, checkTarget, checkUrlEncoded } from '#app/web/edge/request/field-limits.ts'

const statusOf = (check: () => void) => {
  try {
    check()
    return 'taken'
  } catch (error) {
    return (error as { status: number }).status
  }
}

test.each([
  ['receive_address.id=1&start_date.day=12&a=1&a=2', 'taken'],
  [Array.from({ length: 60 }, (_, at) => `a${at}=1`).join('&'), 'taken'],
  [Array.from({ length: 201 }, (_, at) => `a${at}=1`).join('&'), 413],
  ['&'.repeat(201), 413],
  ['a[100]=1', 400],
  ['a[99]=1', 'taken'],
  ['a.b.c.d.e=1', 400],
  ['a.__proto__=1', 400],
  ['constructor=1', 400],
  ['a=%00', 400],
  [`${'n'.repeat(101)}=1`, 400],
])('a form of %s is %s', (body, outcome) => {
  expect(statusOf(() => checkUrlEncoded(body))).toBe(outcome)
  if (!body.startsWith('&')) expect(statusOf(() => checkFormFields(new URLSearchParams(body)))).toBe(outcome)
})

test.each([
  ['/rent/car', 'taken'],
  [`/rent/car?${'brands=1&'.repeat(60)}`, 'taken'],
  [`/rent/car?${'brands=1&'.repeat(61)}`, 400],
  [`/rent/car?${'a=1&'.repeat(100)}`, 414],
  [`/rent/car?a=${'x'.repeat(8_000)}`, 414],
  ['/rent/car?a[100000000]=1', 400],
  ['/rent/car?a=%00', 400],
])('an address is %#: %s', (target, outcome) => {
  expect(statusOf(() => checkTarget(target))).toBe(outcome)
})

test.each([
  ['{"a":[{"b":"[[[[[[[[[[,,,"}]}', 'taken'],
  [`${'['.repeat(8)}${']'.repeat(8)}`, 'taken'],
  ['['.repeat(9), 400],
  [`[${'1,'.repeat(499)}1]`, 'taken'],
  [`[${'1,'.repeat(500)}1]`, 413],
  ['{"a":"\\u0000"}', 400],
  ['{"a":"\\\\u0000"}', 'taken'],
  ['{"a": ', 'taken'],
])('JSON %#', (body, outcome) => {
  expect(statusOf(() => checkJson(body))).toBe(outcome)
})
