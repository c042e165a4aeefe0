import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { csvOf } from '#app/rules/csv.ts'

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
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
])('%o is no formula to a spreadsheet', (text, written) => {
  expect(cellsOf(text)).toBe(written)
})

test('numbers stay numbers, also below zero', () => {
  expect(cellsOf('-120000', '12.5', '0')).toBe('-120000,12.5,0')
})

test('commas, quotes and line breaks stay within their cell', () => {
  expect(cellsOf('a,b', 'say "x"', 'one\r\ntwo', 'plain')).toBe('"a,b","say ""x""","one\r\ntwo",plain')
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
