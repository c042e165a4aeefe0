import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { compileMessage, flatten, type PlaceholderKind, placeholdersOf } from '#app/i18n/text/compile-message.ts'
import { formatRichMessage, type RichValue } from '#app/i18n/text/format-message.ts'
import { withoutPrototypes } from '#app/i18n/text/null-prototype.ts'
import { areaNames, localesFolder, readArea } from '#app/i18n/text/read-messages.ts'
import { textOf } from '#app/i18n/text/text-of.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'

const OTHERS = LANGUAGES.filter((language) => language !== 'fa')
const FORMAT_LOCALES: Record<Language, string> = {
  fa: 'fa-IR',
  en: 'en-US',
  ar: 'ar-SA-u-ca-gregory',
  tr: 'tr-TR',
  de: 'de-DE',
}
const SAMPLES: Record<PlaceholderKind, RichValue<string>[]> = {
  text: ['کیش', 'constructor', ''],
  number: [0, 1, 2, 3, 11, 21, 1234.5],
  date: [new Date(Date.UTC(2026, 2, 20, 9, 5, 7)), new Date(Date.UTC(2026, 10, 21))],
  tag: [(chunks) => `<${chunks.join('')}>`],
}

describe.each(areaNames())('the texts of "%s"', (area) => {
  test.each(OTHERS)('have the same keys and placeholders in %s as in Persian', (language) => {
    expect(shapeOf(language, area)).toEqual(shapeOf('fa', area))
  })

  test.each(LANGUAGES)('are formatted in %s as by the reference formatter', (language) => {
    for (const [key, message] of flatten(readArea(language, area))) {
      for (const values of samplesFor(message)) {
        expect(compact(written(message, language, values)), key).toBe(compact(reference(message, language, values)))
      }
    }
  })

  test.each(LANGUAGES)('are complete in %s', (language) => {
    const empty = flatten(readArea(language, area)).filter(([, message]) => message.trim() === '')
    expect(empty).toEqual([])
  })
})

test('no language has an area that Persian lacks, and there are no other languages', () => {
  expect(readdirSync(localesFolder()).toSorted()).toEqual(['README.md', ...LANGUAGES].toSorted())
  for (const language of OTHERS) {
    const files = readdirSync(join(localesFolder(), language))
    expect(files.toSorted(), language).toEqual(areaNames().map((area) => `${area}.json`))
  }
})

test.each([
  ['{n, plural, offset:1 one {# guest} other {# guests}}', 'offset'],
  ['{n, number, ::percent scale/100}', 'scale'],
  ['{n, plural, one {a}}', 'MISSING_OTHER_CLAUSE'],
  ['{n', ''],
])('%s is refused by the compiler', (message, reason) => {
  expect(() => compileMessage(message)).toThrow(reason)
})

test.each([
  '{d, time}',
  '{d, time, short}',
  '{d, time, long}',
  '{d, date}',
  '{d, date, full}',
  '{d, date, short}',
  '{n, number, percent}',
  '{n, number, integer}',
  '{n, number, ::currency/EUR}',
  '{n, number, ::.00}',
  '{s, select, a {A} other {O {n, number, percent}}}',
  '{n, plural, =0 {none} one {<b>#</b> car} few {# few} other {# cars at {d, time, short}}}',
  '{n, plural, =1 {# car} one {one car} other {# car}}',
  '{n, plural, one {# car} few {# cars} other {# car}}',
  '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  "it''s '{quoted}' <b>{s}</b>",
])('%s is formatted like the reference in each language', (message) => {
  for (const language of LANGUAGES) {
    for (const values of samplesFor(message)) {
      expect(compact(written(message, language, values)), language).toBe(compact(reference(message, language, values)))
    }
  }
})

test('an unknown key is an error and not a text, unless it came from outside', () => {
  const t = textOf('en', 'common' as never, { known: 'Known' }) as unknown as {
    (key: string): string
    loose(key: string): string
  }
  expect(t('known')).toBe('Known')
  expect(() => t('unknown')).toThrow('unknown')
  expect(t.loose('unknown')).toBe('unknown')
})

function shapeOf(language: Language, area: string): Record<string, string[]> {
  const shapes = flatten(readArea(language, area)).map(([key, message]) => [
    key,
    [...placeholdersOf(message)].map(([name, kind]) => `${name}: ${kind}`).toSorted(),
  ])
  return Object.fromEntries(shapes)
}

/** As many sets of values as the longest list of samples; each placeholder cycles through its own list. */
function samplesFor(message: string): Record<string, RichValue<string>>[] {
  const placeholders = [...placeholdersOf(message)]
  const rounds = Math.max(1, ...placeholders.map(([, kind]) => SAMPLES[kind].length))
  return Array.from({ length: rounds }, (_, round) =>
    Object.fromEntries(placeholders.map(([name, kind]) => [name, SAMPLES[kind][round % SAMPLES[kind].length]!])),
  )
}

function written(message: string, language: Language, values: Record<string, RichValue<string>>) {
  // Through JSON, as a message travels to a browser.
  const compiled = withoutPrototypes(JSON.parse(JSON.stringify(compileMessage(message))))
  return formatRichMessage<string>(compiled, language, values)
}

function reference(message: string, language: Language, values: Record<string, RichValue<string>>) {
  const locale = FORMAT_LOCALES[language]
  const inUtc = {
    getDateTimeFormat: (_: unknown, options?: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }),
  }
  const formatters = {
    ...inUtc,
    getNumberFormat: (_: unknown, options?: object) => new Intl.NumberFormat(locale, options),
    getPluralRules: (_: unknown, options?: object) => new Intl.PluralRules(locale, options),
  }
  return new IntlMessageFormat(message, locale, undefined, { formatters }).format<string>(values)
}

function compact(text: string | string[] | unknown): string {
  return Array.isArray(text) ? text.join('') : String(text)
}
