import { expect, test } from 'vitest'
import { DialCode, OptionalDialCode, Phone } from '#app/contract/shapes/phone.ts'

test.each([
  ['+49', '+49'],
  ['49', '49'],
  ['۹۸', '98'],
  [98, '98'],
  ['+1 CA', '+1'],
  [{ dial_code: '+49', code: 'DE' }, '+49'],
])('the dial code %j is %s', (given, code) => {
  expect(DialCode.parse(given)).toBe(code)
})

test.each(['', null, undefined, 'Germany', '+', '+49 Berlin', {}])('%j is not a dial code', (given) => {
  expect(DialCode.safeParse(given).error?.issues.map(({ message }) => message)).toEqual(['country_code'])
})

test('an optional dial code can be empty', () => {
  expect([undefined, null, ''].map((given) => OptionalDialCode.parse(given))).toEqual([undefined, undefined, undefined])
})

test('a phone that is not 7 to 11 digits is an error', () => {
  const messageOf = (given: unknown) => Phone.safeParse(given).error?.issues[0]?.message
  expect(['123456', '123456789012', 'phone', ''].map(messageOf)).toEqual(['phone', 'phone', 'phone', 'required'])
  expect(messageOf('0151 234567')).toBeUndefined()
})
