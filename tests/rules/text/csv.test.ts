import { globSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from '#app/rules/text/csv.ts'

const cellsOf = (...cells: string[]) =>
  csvOf([cells])
    .replace(/^\uFEFF/, '')
    .trimEnd()

test.each([
  ['=cmd()', "'=cmd()"],
  ['=HYPERLINK("https://bad.example","x")', `"'=HYPERLINK(""https://bad.example"",""x"")"`],
  ['+98 912', "'+98 912"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"\t'=1"`],
  ['\r=1', `"\r'=1"`],
  ['  =1', "  '=1"],
  ['\u00a0@SUM(A1)', "\u00a0'@SUM(A1)"],
  ['＝1', "'＝1"],
  // German and Turkish spreadsheets split here.
  ['Ali;=cmd', `"Ali;'=cmd"`],
  ['Ali; "=cmd', `"Ali; ""'=cmd"`],
  ['one\n+two', `"one\n'+two"`],
])('%o is not a formula in a spreadsheet', (text, written) => {
  expect(cellsOf(text)).toBe(written)
})

test('numbers stay numbers, also below zero', () => {
  expect(cellsOf('Sum', '-120000', '12.5', '0')).toBe('Sum,-120000,12.5,0')
  expect(cellsOf('-1', "5+cmd|' /c calc'!A0")).toBe(`'-1,"5+cmd|' /c calc'!A0"`)
})

test('commas, semicolons, tabs, quotes and line breaks stay within their cell', () => {
  expect(cellsOf('a,b', 'say "x"', 'one\r\ntwo', 'plain')).toBe('"a,b","say ""x""","one\r\ntwo",plain')
  expect(cellsOf('a;b', 'a\tb')).toBe('"a;b","a\tb"')
})

/** Cells made of separators, quotes and the first characters of formulas. */
const hostile = fc.string({ unit: fc.constantFrom(...'=+-@＝a1;,|\t\r\n "\u200f\ufeff') })
const rows = fc.array(fc.array(hostile, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
const PROPERTY = { seed: 16, numRuns: 2000 }

test('any cell is read back as one cell, except for the marks of texts', () => {
  const property = fc.property(rows, (written) => {
    const read: string[][] = parse(csvOf(written), { bom: true, relax_column_count: true, record_delimiter: '\r\n' })
    expect(read.map((cells) => cells.map((cell) => cell.replaceAll("'", '')))).toEqual(written)
  })
  fc.assert(property, PROPERTY)
})

test.each([',', ';', '\t', '|'])('splitting at %j finds no formula, whatever a cell contains', (delimiter) => {
  const property = fc.property(rows, (written) => {
    // At every separator, inside or outside quotes, because programs treat a quote in the middle of a line differently.
    const formulas = csvOf(written)
      .slice(1)
      .split(new RegExp(`[\\r\\n${delimiter}]`))
      .filter((cell) => delimiter !== ',' || !/^-\d+$/.test(cell))
      .filter((cell) => /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝]/u.test(cell))
    expect(formulas, JSON.stringify(written)).toEqual([])
  })
  fc.assert(property, PROPERTY)
})

test('every spreadsheet file of the site is written this way', () => {
  const files = globSync('app/{routes,features,api,web}/**/*.{ts,tsx}').map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))
  const withText = (what: string) => files.filter(({ text }) => text.includes(what))
  const names = (found: typeof files) => found.map(({ path }) => path.split('/').at(-1)).sort()
  const answers = withText("'text/csv")
  expect(names(answers)).toEqual(['csv-file.ts', 'payout-file.ts'])
  for (const { path, text } of answers) expect(text, path).toMatch(/(Response|file)\(csvOf\(/)
  expect(names(withText('return csvFile(').filter(({ path }) => path.startsWith('app/routes/')))).toEqual([
    'commission-file.ts',
    'differences-file.ts',
    'journal-file.ts',
    'list-file.ts',
    'list-file.ts',
    'money-file.ts',
    'statement-file.ts',
    'use-file.ts',
    'vat-file.ts',
  ])
})
