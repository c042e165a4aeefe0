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
  // Spreadsheets of German and Turkish split here.
  ['Ali;=cmd', `"Ali;'=cmd"`],
  ['Ali; "=cmd', `"Ali; ""'=cmd"`],
  ['one\n+two', `"one\n'+two"`],
])('%o is no formula to a spreadsheet', (text, written) => {
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

/** Cells out of what separates, quotes and begins formulas. */
const hostile = fc.string({ unit: fc.constantFrom(...'=+-@＝a1;,|\t\r\n "\u200f\ufeff') })
const rows = fc.array(fc.array(hostile, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
const PROPERTY = { seed: 16, numRuns: 2000 }

test('whatever a cell holds, it is read back as one cell, marks of text aside', () => {
  const property = fc.property(rows, (written) => {
    const read: string[][] = parse(csvOf(written), { bom: true, relax_column_count: true, record_delimiter: '\r\n' })
    expect(read.map((cells) => cells.map((cell) => cell.replaceAll("'", '')))).toEqual(written)
  })
  fc.assert(property, PROPERTY)
})

test.each([',', ';', '\t', '|'])('whoever splits at %j finds no formula, whatever a cell holds', (delimiter) => {
  const property = fc.property(rows, (written) => {
    // At each of them, inside of quotes or not: programs disagree on what a quote in the middle of a line means.
    const formulas = csvOf(written)
      .slice(1)
      .split(new RegExp(`[\\r\\n${delimiter}]`))
      .filter((cell) => delimiter !== ',' || !/^-\d+$/.test(cell))
      .filter((cell) => /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝]/u.test(cell))
    expect(formulas, JSON.stringify(written)).toEqual([])
  })
  fc.assert(property, PROPERTY)
})

test('every file for spreadsheets that the site answers with is written so', () => {
  const files = globSync('app/{routes,features,api}/**/*.{ts,tsx}').map((path) => [path, readFileSync(path, 'utf8')])
  const answers = files.filter(([, text]) => text?.includes('text/csv'))
  expect(answers.map(([path]) => path?.split('/').at(-1)).sort()).toEqual([
    'commission-file.ts',
    'list-file.ts',
    'payout-file.ts',
    'statement-file.ts',
  ])
  for (const [path, text] of answers) expect(text, path).toMatch(/(Response|file)\(csvOf\(/)
})
