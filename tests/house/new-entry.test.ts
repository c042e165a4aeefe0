import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { areaNames, readArea } from '#app/i18n/text/read-messages.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { type CompilerError, typeErrorsAfter } from './changed-copy.ts'

/**
 * Names that the compiler must report as missing, with all files in which it does (docs/providers.md, docs/a-status.md).
 * They are added without a new line, so that the compiler's lines are those of the code.
 */
const NAMES = [
  {
    what: 'a gateway that is only named',
    name: 'zarin',
    file: 'app/rules/constants.ts',
    after: "  saman: { returnPage: '/external-pay' },",
    added: " zarin: { returnPage: '/pay_redirect' },",
    type: 'GatewayName',
    missedIn: ['app/providers/gateways/registry.ts', 'app/providers/gateways/simulator/bank.ts'],
  },
  {
    what: 'a reservation’s status that is only named',
    name: 'ON_HOLD',
    file: 'app/rules/reservation/reservation-status.ts',
    after: "  'EXPIRED',",
    added: " 'ON_HOLD',",
    type: 'ReservationStatus',
    missedIn: ['app/rules/reservation/reservation-status.ts'],
  },
]

/** A sixth language, as somebody would start it by CONTRIBUTING.md: only its code. */
const SIXTH = 'ku'
const LIST = `export const LANGUAGES = [${LANGUAGES.map((language) => `'${language}'`).join(', ')}] as const`
const TABLE = /^(?:export )?const (\w+): (?:Record<\w+, )?Record<Language,/
/**
 * Code with languages of its own: former data, the demonstration's texts, and the simulated bank, which is not part of
 * the site.
 */
const ELSEWHERE = /^app\/(db\/(migrations|demonstration|import)|providers\/gateways\/simulator)\//

const sources = globSync('app/**/*.{ts,tsx}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !ELSEWHERE.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }))
const tables = sources.flatMap(({ file, lines }) =>
  lines.flatMap((line, at) => {
    const name = TABLE.exec(line)?.[1]
    const length = lines.slice(at).findIndex((end) => /^\}|\}$/.test(end))
    return name ? [{ file, name, from: at + 1, to: at + 1 + length }] : []
  }),
)

/** The errors of all names and of the sixth language, from one run of the compiler, which takes long. */
let all: CompilerError[] = []
let errors: CompilerError[] = []
beforeAll(async () => {
  const language = { file: 'app/rules/constants.ts', from: LIST, to: LIST.replace(']', `, '${SIXTH}']`) }
  const names = NAMES.map(({ file, after, added }) => ({ file, from: after, to: after + added }))
  const files = [...tables.map(({ file }) => file), ...NAMES.flatMap(({ type }) => filesNaming(type)), 'app/server.ts']
  all = await typeErrorsAfter([language, ...names], [...new Set(files)])
  errors = all.filter(({ message }) => !NAMES.some(({ name }) => message.includes(`'${name}'`)))
}, 300_000)

/** All files in which a table of this type may be. */
function filesNaming(type: string): string[] {
  const files = globSync('app/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
  return files.filter((file) => readFileSync(file, 'utf8').includes(type))
}

test.each(NAMES)('$what is reported missing by the compiler in $missedIn', ({ name, missedIn }) => {
  const missed = all.filter(({ message }) => message.includes(`'${name}'`)).map(({ file }) => file)
  expect([...new Set(missed)].toSorted()).toEqual(missedIn)
})

describe('a sixth language', () => {
  test.each(tables)('is reported missing by the compiler in $name of $file', ({ file, from, to }) => {
    expect(errors.some((error) => error.file === file && error.line >= from && error.line <= to)).toBe(true)
  })

  test.each(areaNames())('is reported missing in its texts of "%s"', (area) => {
    expect(() => readArea(SIXTH as 'en', area)).toThrow('ENOENT')
  })
})

test('every table by language is among those that the compiler checks', () => {
  const OWN_NAMES = 'app/config.ts'
  const found = sources.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => {
      const isTable = /\b(tr|de): (?!string|z\.)/.test(line)
      const isChecked = tables.some((table) => table.file === file && table.from <= at + 1 && at + 1 <= table.to)
      return isTable && !isChecked && file !== OWN_NAMES ? [`${file}:${at + 1}: ${line.trim()}`] : []
    }),
  )
  expect(found).toEqual([])
  // The product's name is a setting for each language.
  expect(errors.some(({ file, message }) => file === OWN_NAMES && message.includes(`'${SIXTH}'`))).toBe(true)
})

test('no pattern lists the codes of languages', () => {
  const found = sources.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => (/\b(fa|en|ar|tr|de)\|(fa|en|ar|tr|de)\b/.test(line) ? [`${file}:${at + 1}`] : [])),
  )
  expect(found).toEqual([])
})

test('no code compares with a single language’s code: each difference is in a table that the compiler checks', () => {
  const asked = /[=!]== '(fa|en|ar|tr|de)'|\[('(fa|en|ar|tr|de)'(, )?)+\]/
  const found = sources.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => (asked.test(line) && line !== LIST ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
