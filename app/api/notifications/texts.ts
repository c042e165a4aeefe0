import { IntlMessageFormat } from 'intl-messageformat'
import { LRUCache } from 'lru-cache'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { localeTag } from '#app/i18n/language.ts'
import { flatten } from '#app/i18n/text/compile-message.ts'
import { readArea } from '#app/i18n/text/read-messages.ts'
import type { Language } from '#app/rules/constants.ts'
import { NOTICE_KINDS } from '#app/rules/messages/notifications.ts'

export type NoticeValues = Record<string, string | number>

/** Formats a text of `locales/<language>/notice.json`, or an operator's replacement. */
export type NoticeText = (key: string, values?: NoticeValues) => string

const AREA = 'notice'
const MESSAGES = new Set([...Object.keys(NOTICE_KINDS), 'code'])
const shipped = new Map<Language, Map<string, string>>()
const parsed = new LRUCache<string, IntlMessageFormat>({ max: 1000 })

/**
 * The texts of notifications in a language: ICU messages that are formatted at run time, because operators can edit
 * them. An edited text that cannot be formatted never stops a message: the shipped one is used, and an operator is
 * alerted. `keys` are those that will be used, or their parts before the last point. Source: *ours*.
 */
export async function noticeTexts(
  { alert }: Pick<Deps, 'alert'>,
  tx: Pick<Tx, 'selectFrom'>,
  { language, keys }: { language: Language; keys: readonly string[] },
): Promise<NoticeText> {
  const rows = await tx
    .selectFrom('notice_text')
    .select(['key', 'text'])
    .where('language', '=', language)
    .where('key', 'in', keys)
    .execute()
  const edited = new Map(rows.map(({ key, text }) => [key, text]))
  return (key, values = {}) => {
    const own = edited.get(key)
    if (own !== undefined) {
      try {
        return formatNotice(own, language, values)
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error)
        alert?.('an edited text is broken, the shipped one was used', { key, language, detail: detail.slice(0, 200) })
      }
    }
    return shippedText(language, key, values)
  }
}

/** The same without operators' edits: labels and similar. Throws an Error for an unknown text. */
export function shippedText(language: Language, key: string, values: NoticeValues = {}): string {
  const text = shippedTexts(language).get(key)
  if (text === undefined) throw new Error(`There is no text "${key}" in "${AREA}" (${language}).`)
  return formatNotice(text, language, values)
}

/** The shipped texts that operators can edit: those of messages, not their labels. */
export function editableTexts(language: Language): Map<string, string> {
  return new Map([...shippedTexts(language)].filter(([key]) => MESSAGES.has(key.split('.')[0] ?? '')))
}

function shippedTexts(language: Language): Map<string, string> {
  const known = shipped.get(language)
  if (known) return known
  const texts = new Map(flatten(readArea(language, AREA)))
  shipped.set(language, texts)
  return texts
}

/**
 * Formats one text with its values. Throws the parser's or formatter's error: an invalid message, or an unknown value.
 */
export function formatNotice(text: string, language: Language, values: NoticeValues): string {
  const key = `${language} ${text}`
  let message = parsed.get(key)
  if (!message) {
    message = new IntlMessageFormat(text, localeTag(language), undefined, { ignoreTag: true })
    parsed.set(key, message)
  }
  const written = message.format<never>(values)
  return Array.isArray(written) ? written.join('') : String(written)
}
