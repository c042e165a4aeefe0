import { expect, test } from 'vitest'
import { differentPlates, pastedPlates } from '#app/rules/fleet/pasted-plates.ts'

test('a pasted sheet is one plate a line, whatever stands around it', () => {
  expect(pastedPlates('36305 کیش\r\n\r\n"36418 کیش",\n12\tب\t345\t99\n  \n11223;')).toEqual([
    '36305 کیش',
    '36418 کیش',
    '12 ب 345 99',
    '11223',
  ])
})

test('plates that are written differently are one', () => {
  expect([...differentPlates(['۳۶۳۰۵ کیش', '36305-كيش', 'ab 1', 'AB1', '--']).values()]).toEqual([
    '۳۶۳۰۵ کیش',
    'ab 1',
    '--',
  ])
})
