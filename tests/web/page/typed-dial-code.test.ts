import { expect, test } from 'vitest'
import { typedDialCode } from '#app/web/page/typed-dial-code.server.ts'

test.each([
  ['+49', '+49'],
  ['0049', '+49'],
  ['۰۰۴۹', '+49'],
  ['Germany', '+49'],
  [' آلمان ', '+49'],
  ['deutschland', '+49'],
  ['TR', '+90'],
  ['Kanada', '+1'],
  ['Atlantis', 'Atlantis'],
  ['', ''],
])('“%s” typed as a dial code means “%s”', (typed, meant) => {
  expect(typedDialCode(typed)).toBe(meant)
})
