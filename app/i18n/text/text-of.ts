import type { CompiledMessage } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Language } from '#app/rules/constants.ts'
import { formatMessage, formatRichMessage, type MessageValue, type RichValue } from './format-message.ts'
import type { Area, Text } from './text-types.ts'

/** The texts of one compiled area as a function. Throws for a missing key, so that no page shows one. */
export function textOf<A extends Area>(
  language: Language,
  area: A,
  messages: Record<string, CompiledMessage>,
): Text<A> {
  const messageOf = (key: string) => {
    const message = messages[key]
    if (message === undefined) throw new Error(`There is no message "${key}" in "${area}" (${language}).`)
    return message
  }
  const plain = (key: string, values?: object) =>
    formatMessage(messageOf(key), language, values as Record<string, MessageValue> | undefined)
  const rich = (key: string, values: object = {}) =>
    asNode(formatRichMessage<ReactNode>(messageOf(key), language, withJoinedChunks(values)))
  const loose = (key: string, values?: Record<string, MessageValue>) => (key in messages ? plain(key, values) : key)
  const has = (key: string) => key in messages
  // The placeholders of a key are only known to the generated types, so this function casts.
  return Object.assign(plain, { rich, loose, has }) as object as Text<A>
}

/** Tag functions get one node, since a list would need keys. */
function withJoinedChunks(values: object): Record<string, RichValue<ReactNode>> {
  const joined = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (chunks: ReactNode[]) => value(asNode(chunks)) : value,
  ])
  return Object.fromEntries(joined)
}

/** Spread into a fragment's arguments, so that a list of chunks needs no keys. */
function asNode(made: ReactNode | ReactNode[]): ReactNode {
  return Array.isArray(made) ? createElement(Fragment, null, ...made) : made
}
