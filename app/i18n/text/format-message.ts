import format, { type CompiledMessage } from 'icu-minify/format'
import type { Language } from '#app/rules/constants.ts'

/** The locale of numbers and dates in a language's texts: Jalali dates in Persian, Gregorian ones everywhere else. */
const FORMAT_LOCALES: Record<Language, string> = {
  fa: 'fa-IR',
  en: 'en-US',
  ar: 'ar-SA-u-ca-gregory',
  tr: 'tr-TR',
  de: 'de-DE',
}

export type MessageValue = string | number | boolean | Date
/** A value of a message with tags; a function makes the element of a tag from its content. */
export type RichValue<Element> = MessageValue | ((chunks: (string | Element)[]) => Element)

// Constructing Intl formatters is expensive, and a page uses few, so they are cached.
const formatters = {
  getNumberFormat: remembered((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)),
  getDateTimeFormat: remembered(
    (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
  ),
  getPluralRules: remembered((locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options)),
}

/**
 * Fills a compiled message. Dates are printed in UTC unless a style names its time zone, so that local times of a
 * rental, passed as if they were UTC, are the same on the server and in every browser.
 */
export function formatMessage(message: CompiledMessage, language: Language, values?: Record<string, MessageValue>) {
  const text = format<string>(message, FORMAT_LOCALES[language], values, { formatters, timeZone: 'UTC' })
  return Array.isArray(text) ? text.join('') : text
}

/** Fills a compiled message whose tags become elements: a text, an element, or a list of both. */
export function formatRichMessage<Element>(
  message: CompiledMessage,
  language: Language,
  values: Record<string, RichValue<Element>>,
): string | Element | (string | Element)[] {
  return format<Element>(message, FORMAT_LOCALES[language], values, { formatters, timeZone: 'UTC' })
}

type LocaleArgument = Intl.LocalesArgument

function remembered<Options, Made>(make: (locale: LocaleArgument, options?: Options) => Made) {
  const made = new Map<string, Made>()
  return (locale?: LocaleArgument, options?: Options): Made => {
    const key = options === undefined ? String(locale) : String(locale) + JSON.stringify(options)
    let formatter = made.get(key)
    if (!formatter) {
      formatter = make(locale, options)
      made.set(key, formatter)
    }
    return formatter
  }
}
