import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { Driver } from '#app/contract/reservations/reservations.ts'
import { judgeTyped, judgeTypedDate } from '#app/rules/text/typed-field.ts'

const FIELDS: [string, ZodType][] = [
  ['email', Driver.shape.email],
  ['national_id', Driver.shape.national_id],
  ['phone', Driver.shape.phone],
  ['fullname', Driver.shape.fullname],
]
const EXAMPLES = [
  'a@b',
  'niloufar@example.com',
  '0499370890',
  '0499370899',
  'K91284406',
  'k91284406',
  '0912abc',
  '09121234567',
  '۰۹۱۲۱۲۳۴۵۶۷',
  'a\u0007b',
  '123',
  '-',
]

describe('the browser validates a field as the contract does', () => {
  test.each(FIELDS)('%s', (name, schema) => {
    const byContract = (text: string) => schema.safeParse(text).error?.issues[0]?.message
    for (const text of EXAMPLES) expect(judgeTyped(name, text), text).toBe(byContract(text))
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (text) => {
        fc.pre(text.trim() !== '')
        expect(judgeTyped(name, text)).toBe(byContract(text))
      }),
    )
  })
})

test('an empty field is not validated', () => {
  expect(judgeTyped('email', ' ')).toBeUndefined()
  expect(judgeTypedDate({ day: '', month: '', year: ' ' }, { calendar: 'jalali' })).toBeUndefined()
})

test.each([
  [{ day: '29', month: '8', year: '1988' }, 'gregorian', undefined],
  [{ day: '۸', month: '۶', year: '۱۳۶۷' }, 'jalali', undefined],
  [{ day: '31', month: '2', year: '1988' }, 'gregorian', 'date'],
  [{ day: '30', month: '12', year: '1405' }, 'jalali', 'date'],
  [{ day: '8', month: '', year: '1988' }, 'gregorian', 'date'],
] as const)('a birth date in parts: %o, %s', (parts, calendar, expected) => {
  expect(judgeTypedDate(parts, { calendar })).toBe(expected)
})
