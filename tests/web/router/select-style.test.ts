import { expect, test } from 'vitest'
import { markupOf, type StyleNeeds, selectStyle } from '#app/web/router/style/select-style.ts'
import { takeApart } from '#app/web/router/style/style-parts.ts'

const select = (
  sheet: string,
  {
    classes = [] as string[],
    markup = [] as string[],
    languages = ['en', 'ltr'],
    properties = [] as string[],
    hasFont = false,
  } = {},
) => {
  const needs: StyleNeeds = {
    classes: new Set(classes),
    markup: new Set(markup),
    languages: new Set(languages),
    properties: new Set(properties),
    hasFont,
  }
  return selectStyle(takeApart(sheet), needs)
}

test('a rule stays only if all its classes are on the page', () => {
  const sheet = '.card{top:0}.card .price{top:1px}.other,.card[open]{top:2px}.card.other{top:3px}'
  expect(select(sheet, { classes: ['card'] })).toBe('.card{top:0}.card[open]{top:2px}')
})

test('most elements and attributes are assumed on every page', () => {
  const sheet = 'h1{top:0}[open] a{top:1px}.in:not(table){top:2px}'
  expect(select(sheet, { classes: ['in'] })).toBe(sheet)
})

test('a rule for tables, fields or roles stays only if the page has one', () => {
  const sheet = 'h1,table{top:0}table td{top:1px}input[role=switch]{top:2px}input[type=checkbox]{top:3px}'
  expect(select(sheet)).toBe('h1{top:0}')
  expect(select(sheet, { markup: ['<table'] })).toBe('h1,table{top:0}table td{top:1px}')
  expect(select(sheet, { markup: ['<input', 'type="checkbox"'] })).toBe('h1{top:0}input[type=checkbox]{top:3px}')
  expect(markupOf(takeApart(sheet))).toEqual(['<table', '<input', 'role="switch"', 'type="checkbox"'])
})

test('rules for other languages and directions are removed, and so is the font of another script', () => {
  const sheet = '@font-face{src:url(a)}[dir=rtl] a{top:0}[dir=ltr] a{top:1px}:lang(fa) a,:lang(ar) a{top:2px}'
  expect(select(sheet)).toBe('[dir=ltr] a{top:1px}')
  const persian = { languages: ['fa', 'rtl'], hasFont: true }
  expect(select(sheet, persian)).toBe('@font-face{src:url(a)}[dir=rtl] a{top:0}:lang(fa) a{top:2px}')
})

test('classes in :not() or :is() may be missing', () => {
  const sheet = '.card:not(.a,:is(.b)){top:0}:is(.c,.d) .card{top:1px}'
  expect(select(sheet, { classes: ['card'] })).toBe(sheet)
})

test('classes in :has() must be there', () => {
  const sheet = 'html:has(.act){top:0}.row:has(>.b):not(:has(.c)){top:1px}'
  expect(select(sheet, { classes: ['row'] })).toBe('')
  expect(select(sheet, { classes: ['row', 'b'] })).toBe('.row:has(>.b):not(:has(.c)){top:1px}')
})

test('layers keep their order, including those that are empty here', () => {
  const sheet = '@layer one,two;@layer base{h1{top:0}}@layer components{.card{top:0}}@layer utilities{h1{top:1px}}'
  expect(select(sheet)).toBe('@layer one,two;@layer base{h1{top:0}}@layer components;@layer utilities{h1{top:1px}}')
})

test('an empty layer is named once', () => {
  const sheet =
    '@layer base{h1{top:0}}@layer components;@layer base;@layer base{.card{top:0}}@layer components{h1{top:1px}}'
  expect(select(sheet)).toBe('@layer base{h1{top:0}}@layer components;@layer components{h1{top:1px}}')
})

test('custom properties without a remaining use are removed, with those that only they used', () => {
  const sheet = ':root{--a:1px;--b:var(--c);--c:2px}h1{--a:2px;--c:1px}.x{top:var(--b)}.y{top:var(--a)}'
  expect(select(sheet, { classes: ['y'] })).toBe(':root{--a:1px}h1{--a:2px}.y{top:var(--a)}')
})

test('constants are inlined, but not what a scheme or an element sets', () => {
  const sheet = ':root{--a:1px;--b:var(--a);--c:red}@media (dark){:root{--c:blue}}h1{top:var(--b);color:var(--c)}'
  expect(select(sheet)).toBe(':root{--c:red}@media (dark){:root{--c:blue}}h1{top:1px;color:var(--c)}')
})

test('rules for later states wait for the sheet: drawings, pointers, the focus, printing, closed parts', () => {
  const sheet =
    'h1::before{background:red;mask:url("data:x")}a:hover,a{top:0}a:focus-visible{top:1px}.pop a{top:2px}@media print{a{top:1px}}'
  expect(select(sheet, { classes: ['pop'] })).toBe('a{top:0}')
  expect(select('a{cursor:pointer;top:0;transition:top 1s}h1{cursor:help}')).toBe('a{top:0}')
  expect(select('.a:not(:focus){top:0}', { classes: ['a'] })).toBe('.a:not(:focus){top:0}')
})

test('custom properties that a drawing uses stay, also where another name begins with theirs', () => {
  expect(select(':root{--a:1px;--a-b:2px}', { properties: ['--a'] })).toBe(':root{--a:1px}')
})

test('unused animations and print rules are removed', () => {
  const sheet =
    '@keyframes turn{to{rotate:1turn}}@media print{h1{top:0}}@keyframes rise{to{top:0}}h1{animation:1s rise}'
  expect(select(sheet)).toBe('@keyframes rise{to{top:0}}h1{animation:1s rise}')
})
