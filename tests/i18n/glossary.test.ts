import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { ar } from '#app/db/demonstration/comments/ar.ts'
import { de } from '#app/db/demonstration/comments/de.ts'
import { en } from '#app/db/demonstration/comments/en.ts'
import { fa } from '#app/db/demonstration/comments/fa.ts'
import { tr } from '#app/db/demonstration/comments/tr.ts'
import { ABOUT_OPENINGS, ABOUT_SENTENCES, CHILD_SEAT_SENTENCE } from '#app/db/demonstration/companies/abouts.ts'
import { contacts } from '#app/db/demonstration/content/contacts.ts'
import { type Wording, wordingOf } from '#app/db/demonstration/wording.ts'
import { flatten } from '#app/i18n/text/compile-message.ts'
import { areaNames, localesFolder, readArea } from '#app/i18n/text/read-messages.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'

const README = readFileSync(join(localesFolder(), 'README.md'), 'utf8')
const TERMS = tableUnder('Terms')
const NEVER = tableUnder('Words we do not use')

/** Every text that people read, by a name that says where it is. */
const TEXTS: Record<string, Partial<Record<Language, string>>> = { ...messages(), ...demonstration() }

describe.each(LANGUAGES)('the texts in %s', (language) => {
  test('use every term of the glossary', () => {
    const column = LANGUAGES_OF_TABLE.indexOf(language)
    const all = Object.values(TEXTS).map((texts) => lower(texts[language] ?? '', language))
    const unused = TERMS.map((row) => row[column] ?? '').filter(
      (term) => !all.some((text) => text.includes(lower(term, language))),
    )
    expect(unused).toEqual([])
  })

  test.each(NEVER.filter(([of]) => of === language))('never say (%s) %s but %s', (_, pattern, __, onlyWhere) => {
    const wrong = new RegExp(unquoted(pattern ?? ''), 'iu')
    const found = Object.entries(TEXTS).filter(
      ([, texts]) => wrong.test(texts[language] ?? '') && !(onlyWhere && texts.fa?.includes(onlyWhere)),
    )
    expect(found.map(([name, texts]) => `${name}: ${texts[language]}`)).toEqual([])
  })
})

describe.each(['fa', 'ar'] as const)('the texts in %s', (language) => {
  // Names of files and formats and example numbers, hosts and mailboxes are left as they are.
  const LATIN = /[\w.+-]+@[\w.-]+|SV-\d+|[A-Z]\w*-\w+|\b[a-z]+\b/gi

  test.each([
    ['digits of their own', /[0-9]/],
    ['commas, semicolons and question marks of their own', /[,;?]/],
    ['words between the ends of a range', /[\d۰-۹٠-٩}]\s?[–-]\s?[{\d۰-۹٠-٩]/],
  ])('have %s', (_, wrong) => {
    const found = Object.entries(TEXTS).filter(([, texts]) => wrong.test((texts[language] ?? '').replace(LATIN, '')))
    expect(found.map(([name, texts]) => `${name}: ${texts[language]}`)).toEqual([])
  })
})

test('every counted noun in Arabic has its six forms', () => {
  const lacking = areaNames().flatMap((area) =>
    flatten(readArea('ar', area)).flatMap(([key, message]) =>
      pluralsIn(parse(message))
        .map((forms) =>
          ARABIC_FORMS.filter((form) => !forms.includes(form) && !(form === 'zero' && forms.includes('=0'))),
        )
        .filter((missing) => missing.length > 0)
        .map((missing) => `${area}.${key} lacks ${missing.join(', ')}`),
    ),
  )
  expect(lacking).toEqual([])
})

test('no message counts a noun with a bare number in Arabic', () => {
  const bare = areaNames().flatMap((area) =>
    // A part of a number (من), a range (إلى) and units without a plural may have a bare number.
    flatten(readArea('ar', area)).filter(([, message]) =>
      /\{\w+, number\} (?!(?:من|إلى|كم|سي)(?!\p{L}))\p{L}/u.test(message),
    ),
  )
  expect(bare).toEqual([])
})

const ARABIC_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other']
const LANGUAGES_OF_TABLE: Language[] = ['fa', 'en', 'ar', 'tr', 'de']

function tableUnder(heading: string): string[][] {
  const section = README.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  // `\|` does not end a cell.
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  )
}

function unquoted(cell: string): string {
  return cell.replace(/^`|`$/g, '')
}

function lower(text: string, language: Language): string {
  return text.toLocaleLowerCase(language)
}

/** The text of each message, with `#` for a count and `{}` for a value. */
function messages() {
  const texts: Record<string, Partial<Record<Language, string>>> = {}
  for (const language of LANGUAGES)
    for (const area of areaNames())
      for (const [key, message] of flatten(readArea(language, area))) {
        texts[`${area}.${key}`] ??= {}
        texts[`${area}.${key}`]![language] = wordsOf(parse(message))
      }
  return texts
}

function demonstration() {
  const all: Wording[] = [
    ...contacts.flatMap(({ title, description }) => [title, description] as Wording[]),
    ...[...Object.values(ABOUT_OPENINGS).flat(), ...ABOUT_SENTENCES, CHILD_SEAT_SENTENCE].map(wordingOf),
  ]
  const inFive = all.map((wording, index) => [`demonstration ${index + 1}`, wording])
  const inOne = Object.entries({ fa, en, ar, tr, de }).flatMap(([language, { cars, motorbikes }]) =>
    [...cars, ...motorbikes].map(([, body], index) => [`comment ${language} ${index + 1}`, { [language]: body }]),
  )
  return Object.fromEntries([...inFive, ...inOne])
}

type Node = { type: number; value?: unknown; options?: Record<string, { value: Node[] }>; children?: Node[] }

function wordsOf(nodes: readonly unknown[]): string {
  return (nodes as Node[])
    .map(({ type, value, options, children }) => {
      if (type === 0) return String(value)
      if (options)
        return Object.values(options)
          .map((option) => wordsOf(option.value))
          .join(' / ')
      return children ? wordsOf(children) : '{}'
    })
    .join('')
}

function pluralsIn(nodes: readonly unknown[]): string[][] {
  return (nodes as Node[]).flatMap(({ type, options, children }) => {
    const below = Object.values(options ?? {}).flatMap((option) => pluralsIn(option.value))
    return [...(type === 6 ? [Object.keys(options ?? {})] : []), ...below, ...pluralsIn(children ?? [])]
  })
}
