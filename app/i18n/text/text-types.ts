import type { ReactNode } from 'react'
import type { MessageValue } from './format-message.ts'

/**
 * Area → key → placeholders of every message. Empty here: `message-types.ts` completes it from `locales/fa`
 * (`npm run check` and the build do so).
 */
// biome-ignore lint/suspicious/noEmptyInterface: completed by declaration merging
export interface Messages {}

/** A message without placeholders. */
export type None = Record<never, never>
/** Makes the element of a tag from its content. */
export type Tag = (chunks: ReactNode) => ReactNode

export type Area = keyof Messages & string
export type Key<A extends Area> = keyof Messages[A] & string

/** A message without placeholders, by its area and its key: `operator/nav.codes`. */
export type TextKey = { [A in Area]: `${A}/${PlainKey<A>}` }[Area]
type PlainKey<A extends Area> = { [K in Key<A>]: keyof Messages[A][K] extends never ? K : never }[Key<A>]

/** The arguments after the key: none for a message without placeholders, else its values. */
export type Values<A extends Area, K extends Key<A>> = keyof Messages[A][K] extends never
  ? []
  : [values: Messages[A][K]]

/** Texts by keys that are only known at run time, such as error codes; tests check these instead of types. */
export type LooseText = (key: string, values?: Record<string, MessageValue>) => string

/** The texts of one area in one language. */
export interface Text<A extends Area> {
  /** The message as a plain text. */
  <K extends Key<A>>(key: K, ...values: Values<A, K>): string
  /** The message as a node: its tags' functions make elements. */
  rich<K extends Key<A>>(key: K, ...values: Values<A, K>): ReactNode
  /** The message of a key known at run time; the key itself where it is missing. */
  loose: LooseText
  /** Whether there is such a message. */
  has(key: string): key is Key<A>
}
