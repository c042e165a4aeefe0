import { expect, test } from 'vitest'
import { signInErrors } from '#app/rules/identity/sign-in/sign-in-rules.server.ts'

const iranian = { phone: '09121234567', country_code: '+98' }

test('an Iranian number needs an e-mail address everywhere except on the Persian site', () => {
  expect(signInErrors(iranian, 'fa')).toEqual({})
  expect(signInErrors(iranian, 'en')).toEqual({ email: ['required'] })
  expect(signInErrors({ phone: '+49 0151 23456789' }, 'fa')).toEqual({ email: ['required'] })
})

test('all errors are reported at once', () => {
  expect(signInErrors({ phone: '999999' }, 'de')).toEqual({ country_code: ['country_code'], email: ['required'] })
  expect(signInErrors({ phone: '1', country_code: '49' }, 'tr')).toEqual({ phone: ['phone'], email: ['required'] })
})

test('a missing or mistyped number is left to the field’s own rule', () => {
  expect(signInErrors({}, 'fa')).toEqual({})
  expect(signInErrors({ email: 'a@b.example' }, 'tr')).toEqual({})
})
