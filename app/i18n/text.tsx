import { createContext, type ReactNode, use, useContext } from 'react'
import type { Language } from '#app/rules/constants.ts'
import type { CompiledArea } from './compile-message.ts'
import { type Direction, directionOf, localeTag } from './language.ts'
import { textOf } from './text-of.ts'
import type { Area, Text } from './text-types.ts'

/** Where texts come from: everything in memory on the server, small modules fetched once in the browser. */
export interface TextStore {
  /** Where a browser finds the areas: `<base><area>.js`. */
  base: string
  /** The compiled messages of an area, where they are at hand. */
  at(area: string): CompiledArea | undefined
  /** The same, fetched; always the same promise for the same area. */
  load(area: string): Promise<CompiledArea>
}

interface Source {
  language: Language
  store: TextStore
  texts: Map<string, Text<Area>>
}

const TextContext = createContext<Source | undefined>(undefined)

/** Gives a tree its language and its texts. */
export function TextProvider({
  language,
  store,
  children,
}: {
  language: Language
  store: TextStore
  children: ReactNode
}) {
  return <TextContext value={sourceOf(language, store)}>{children}</TextContext>
}

/**
 * The texts of an area, in a component: `const t = useText('results')`, then `t('title')` or `t('found', { count: 3 })`.
 * An area that the page has not loaded yet suspends; within a navigation the old page stays until it is there.
 */
export function useText<A extends Area>(area: A): Text<A> {
  const { language, store, texts } = useSource()
  const known = texts.get(area)
  if (known) return known as Text<never> as Text<A>
  const made = textOf(language, area, store.at(area) ?? use(store.load(area)))
  texts.set(area, made as Text<never> as Text<Area>)
  return made
}

/** The page's language with its direction and its locale tag (`fa-IR`). */
export function useLanguage(): { language: Language; dir: Direction; tag: string } {
  const { language } = useSource()
  return { language, dir: directionOf(language), tag: localeTag(language) }
}

/** Fetches an area before it is shown, where nothing may be kept waiting for it: `loadTexts('errors').then(…)`. */
export function useTextLoader(): (area: Area) => Promise<unknown> {
  return useSource().store.load
}

/** Where the page's areas of messages are fetched from. */
export function useTextBase(): string {
  return useSource().store.base
}

function useSource(): Source {
  const source = useContext(TextContext)
  if (!source) throw new Error('Texts are used outside a TextProvider.')
  return source
}

// One source for a store and language, so that a page's components share the texts made from it.
const sources = new WeakMap<TextStore, Source>()

function sourceOf(language: Language, store: TextStore): Source {
  const known = sources.get(store)
  if (known?.language === language) return known
  const made: Source = { language, store, texts: new Map() }
  sources.set(store, made)
  return made
}
