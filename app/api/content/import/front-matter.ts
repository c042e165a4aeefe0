import { LONGEST_TEXT, PLACEHOLDERS, placeholdersIn } from '#app/rules/text/content.ts'
import type { Report } from './content-error.ts'

/** A text file in one language: its header and its Markdown, which begins at a line. */
export interface WrittenText {
  title: string
  description: string
  body: string
  bodyLine: number
}

const FIELDS = ['title', 'description'] as const
type Field = (typeof FIELDS)[number]
const FENCE = /^---\s*$/

/**
 * Reads a language file: between two lines `---` one line per field, whose value is everything after the colon; then
 * Markdown. Reports all errors; undefined if it cannot be read.
 */
export function readFrontMatter(source: string, report: Report): WrittenText | undefined {
  const lines = source.replace(/^\ufeff/, '').split(/\r?\n/)
  if (!FENCE.test(lines[0] ?? '')) {
    report(1, 'the file must begin with a line --- and its title and description')
    return undefined
  }
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line))
  if (end < 0) {
    report(1, 'the heading of the file has no end: a second line --- is missing')
    return undefined
  }
  const fields = readFields(lines.slice(1, end), report)
  const body = lines.slice(end + 1).join('\n')
  if (body.trim() === '') report(end + 1, 'there is no text below the heading')
  reportPlaceholders(lines, report)
  const { title, description } = fields
  return title && description ? { title, description, body, bodyLine: end + 2 } : undefined
}

function readFields(lines: readonly string[], report: Report): Partial<Record<Field, string>> {
  const fields: Partial<Record<Field, string>> = {}
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [, name = '', value = ''] = /^(\w+):\s*(.*?)\s*$/.exec(line) ?? []
    const at = index + 2
    if (!isField(name)) report(at, `only ${FIELDS.join(' and ')} stand here, each as "name: text"`)
    else if (fields[name] !== undefined) report(at, `${name} is there twice`)
    else if (value === '') report(at, `${name} is empty`)
    else if ([...value].length > LONGEST_TEXT[name])
      report(at, `${name} has more than ${LONGEST_TEXT[name]} characters`)
    else fields[name] = unquoted(value)
  }
  for (const name of FIELDS) {
    if (fields[name] === undefined && !lines.some((line) => line.startsWith(`${name}:`))) {
      report(1, `${name} is missing`)
    }
  }
  return fields
}

function isField(name: string): name is Field {
  return FIELDS.some((field) => field === name)
}

function unquoted(value: string): string {
  return /^"(.*)"$/.exec(value)?.[1] ?? value
}

/** Reports unknown placeholders in braces. */
export function reportPlaceholders(lines: readonly string[], report: Report) {
  for (const [index, line] of lines.entries()) {
    for (const name of placeholdersIn(line)) {
      if (PLACEHOLDERS.some((known) => known === name)) continue
      const known = PLACEHOLDERS.map((one) => `{${one}}`).join(' ')
      report(index + 1, `{${name}} is no placeholder; there are ${known}`, {
        key: 'text_placeholder',
        values: { name },
      })
    }
  }
}
