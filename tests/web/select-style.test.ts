import { expect, test } from 'vitest'
import { selectStyle } from '#app/web/page/select-style.ts'

const select = (
  sheet: string,
  { whole = [] as string[], beginnings = [] as string[], properties = [] as string[] } = {},
) =>
  selectStyle(sheet, {
    whole: new Set(whole),
    beginnings: new Set(beginnings),
    ends: new Set(),
    properties: new Set(properties),
  })

test('a rule stays only where all its classes are mentioned', () => {
  const sheet = '.card{top:0}.card .price{top:1px}.other,.card:focus{top:2px}.card.other{top:3px}'
  expect(select(sheet, { whole: ['card'] })).toBe('.card{top:0}.card:focus{top:2px}')
})

test('elements and attributes are on any page', () => {
  const sheet = 'h1{top:0}[dir=rtl] a{top:1px}'
  expect(select(sheet)).toBe(sheet)
})

test('a class that a source puts together is known by its beginning', () => {
  expect(select('.toast-error{top:0}.note-warn{top:1px}', { beginnings: ['toast-'] })).toBe('.toast-error{top:0}')
})

test('what stands in :not() or :is() may be missing', () => {
  const sheet = '.card:not(.a,:is(.b)){top:0}:is(.c,.d) .card{top:1px}'
  expect(select(sheet, { whole: ['card'] })).toBe(sheet)
})

test('layers keep their order, even those that are empty here', () => {
  const sheet = '@layer base{h1{top:0}}@layer components{.card{top:0}}@layer utilities{h1{top:1px}}'
  expect(select(sheet)).toBe('@layer base{h1{top:0}}@layer components;@layer utilities{h1{top:1px}}')
})

test('custom properties that no remaining rule uses go, with those that only they used', () => {
  const sheet = ':root{--a:1px;--b:var(--c);--c:2px}h1{--a:2px;--c:1px}.x{top:var(--b)}.y{top:var(--a)}'
  expect(select(sheet, { whole: ['y'] })).toBe(':root{--a:1px}h1{--a:2px}.y{top:var(--a)}')
})

test('constants are written out, what a scheme or an element sets is not', () => {
  const sheet = ':root{--a:1px;--b:var(--a);--c:red}@media (dark){:root{--c:blue}}h1{top:var(--b);color:var(--c)}'
  expect(select(sheet)).toBe(':root{--c:red}@media (dark){:root{--c:blue}}h1{top:1px;color:var(--c)}')
})

test('what comes up later waits for the sheet: drawings, pointers, paper', () => {
  const sheet = 'h1::before{background:red;mask:url("data:x")}a:hover,a{top:0}@media print{a{top:1px}}'
  expect(select(sheet)).toBe('a{top:0}')
})

test('custom properties that a drawing uses stay', () => {
  expect(select(':root{--a:1px;--b:2px}', { properties: ['--a'] })).toBe(':root{--a:1px}')
})

test('animations that nobody plays and rules for paper go', () => {
  const sheet =
    '@keyframes turn{to{rotate:1turn}}@media print{h1{top:0}}@keyframes rise{to{top:0}}h1{animation:1s rise}'
  expect(select(sheet)).toBe('@keyframes rise{to{top:0}}h1{animation:1s rise}')
})
