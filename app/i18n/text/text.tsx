import { createContext, type ReactNode, use, useContext } from 'react'
import type { Language } from '#app/rules/constants.ts'
import { type Direction, directionOf, localeTag } from '../language.ts'
import type { CompiledArea } from './compile-message.ts'
import { textOf } from './text-of.ts'
import type { Area, Text, TextKey } from './text-types.ts'

/** The source of texts: memory on the server, lazily fetched modules in the browser. */
export interface TextStore {
  /** The base address of the areas: `<base><area>.js`. */
  base: string
  /** The compiled messages of an area; undefined until it is loaded. */
  at(area: string): CompiledArea | undefined
  /** Loads an area; returns the same promise each time. */
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
 * The texts of an area, in a component: `const t = useText('results')`, then `t('title')` or `t('found', { count: 3
 * })`. Suspends until the area is loaded; during a navigation the old page stays visible.
 */
export function useText<A extends Area>(area: A): Text<A> {
  return textIn(useSource(), area)
}

/** Single messages by keys that name their area: `const textAt = useTextAt()`, then `textAt('operator/nav.codes')`. */
export function useTextAt(): (key: TextKey) => string {
  const source = useSource()
  return (key) => {
    const [area = '', name = ''] = key.split('/', 2)
    return textIn(source, area as Area).loose(name)
  }
}

function textIn<A extends Area>({ language, store, texts }: Source, area: A): Text<A> {
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

/** Loads an area ahead of its use, where a component must not suspend: `loadTexts('errors').then(…)`. */
export function useTextLoader(): (area: Area) => Promise<unknown> {
  return useSource().store.load
}

/** The base address of the page's messages. */
export function useTextBase(): string {
  return useSource().store.base
}

function useSource(): Source {
  const source = useContext(TextContext)
  if (!source) throw new Error('Texts are used outside a TextProvider.')
  return source
}

// One object per store and language, so that all components share the compiled texts.
const sources = new WeakMap<TextStore, Source>()

function sourceOf(language: Language, store: TextStore): Source {
  const known = sources.get(store)
  if (known?.language === language) return known
  const made: Source = { language, store, texts: new Map() }
  sources.set(store, made)
  return made
}
