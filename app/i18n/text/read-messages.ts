import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Language } from '#app/rules/constants.ts'
import { type CompiledArea, compileArea } from './compile-message.ts'

/** The folder of the messages: `locales/` of the nearest folder above this file that has one (source and build differ). */
export function localesFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'locales', 'fa'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error('The folder "locales" is missing.')
    folder = above
  }
  return join(folder, 'locales')
}

/** The names of the areas, as Persian (the source) has them. */
export function areaNames(folder = localesFolder()): string[] {
  return readdirSync(join(folder, 'fa'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
}

/** One file of messages as it was written. */
export function readArea(language: Language, area: string, folder = localesFolder()): object {
  return JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8'))
}

/** One file of messages, compiled. Throws an Error that names file and key where a message is invalid. */
export function compileAreaFile(language: Language, area: string, folder = localesFolder()): CompiledArea {
  try {
    return compileArea(readArea(language, area, folder))
  } catch (error) {
    throw new Error(`locales/${language}/${area}.json: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * The base address of a language's areas: `<base><area>.js`. It contains a hash of all texts, so that browsers may
 * cache the files for ever.
 */
export function textBase(language: Language, folder = localesFolder()): string {
  const hash = createHash('sha256')
  for (const area of areaNames(folder)) hash.update(area).update(readFileSync(join(folder, language, `${area}.json`)))
  return `/assets/text/${language}-${hash.digest('base64url').slice(0, 8)}/`
}
