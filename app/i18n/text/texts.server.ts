import type { Language } from '#app/rules/constants.ts'
import type { CompiledArea } from './compile-message.ts'
import { withoutPrototypes } from './null-prototype.ts'
import { areaNames, compileAreaFile, textBase } from './read-messages.ts'
import { textOf } from './text-of.ts'
import type { Area, Text } from './text-types.ts'

const remembers = process.env.NODE_ENV !== 'development'
const areas = new Map<string, CompiledArea>()
const texts = new Map<string, Text<Area>>()
const bases = new Map<Language, string>()

/**
 * The texts of an area in a language, on the server: for loaders, actions, the API and outgoing messages. Components
 * use `useText`. Throws where the area does not exist.
 */
export function textFor<A extends Area>(language: Language, area: A): Text<A> {
  const key = `${language}/${area}`
  const known = texts.get(key)
  if (known && remembers) return known as Text<never> as Text<A>
  const made = textOf(language, area, compiledArea(language, area))
  texts.set(key, made as Text<never> as Text<Area>)
  return made
}

/**
 * The compiled messages of an area, compiled on first use. Development reads the file each time, so that edits show at
 * once.
 */
export function compiledArea(language: Language, area: string): CompiledArea {
  const key = `${language}/${area}`
  let compiled = areas.get(key)
  if (!compiled || !remembers) {
    if (!areaNames().includes(area)) throw new Error(`There is no area of messages called "${area}".`)
    compiled = withoutPrototypes(compileAreaFile(language, area))
    areas.set(key, compiled)
  }
  return compiled
}

/** Where a browser finds the areas of a language: see `textBase`. */
export function textBaseOf(language: Language): string {
  let base = bases.get(language)
  if (!base || !remembers) {
    base = textBase(language)
    bases.set(language, base)
  }
  return base
}
