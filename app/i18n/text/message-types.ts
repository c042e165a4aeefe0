import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { flatten, type PlaceholderKind, placeholdersOf } from './compile-message.ts'
import { areaNames, localesFolder, readArea } from './read-messages.ts'

const TYPES: Record<PlaceholderKind, string> = {
  text: 'string | number',
  number: 'number',
  date: 'Date | number',
  tag: 'Tag',
}

/**
 * Writes the types of all messages (keys and placeholders of the Persian files) to `.react-router/types/messages.d.ts`,
 * which completes the empty interface `Messages` of `text-types.ts`. Does not touch the file when nothing changed.
 */
export function writeMessageTypes() {
  const file = join(dirname(localesFolder()), '.react-router', 'types', 'messages.d.ts')
  const text = messageTypes()
  if (readOrNothing(file) === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function messageTypes(): string {
  const areas = areaNames().map((area) => {
    const keys = flatten(readArea('fa', area)).map(([key, message]) => {
      const values = [...placeholdersOf(message)].map(([name, kind]) => `${JSON.stringify(name)}: ${TYPES[kind]}`)
      return `      ${JSON.stringify(key)}: ${values.length ? `{ ${values.join('; ')} }` : 'None'}`
    })
    return `    ${JSON.stringify(area)}: {\n${keys.join('\n')}\n    }`
  })
  return [
    '// Written from locales/fa by app/i18n/text/message-types.ts.',
    "import type { None, Tag } from '#app/i18n/text/text-types.ts'",
    "declare module '#app/i18n/text/text-types.ts' {",
    '  interface Messages {',
    ...areas,
    '  }',
    '}',
    '',
  ].join('\n')
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
