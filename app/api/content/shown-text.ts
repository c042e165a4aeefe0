import type { Deps } from '#app/api/call/context.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { textFor as wordsFor } from '#app/i18n/text/texts.server.ts'
import {
  BANK_HOLD_MINUTES,
  CHANGE_UNTIL_HOURS,
  CODE_MINUTES,
  CONFIRM_WITHIN_HOURS,
  DEFAULT_CANCELLATION_HOURS,
  FREE_MINUTES_OVER,
  HOLD_MINUTES,
  type Language,
} from '#app/rules/constants.ts'
import { fillPlaceholders, type Placeholder } from '#app/rules/text/content.ts'

type InLanguage = { language: Language }

/**
 * The text in the requested language; if it is missing, in English or else in Persian, as with names (decisions.md).
 */
export function textFor<Text extends InLanguage>(texts: readonly Text[], language: Language): Text | undefined {
  const wanted = [language, 'en', 'fa']
  return wanted.map((one) => texts.find((text) => text.language === one)).find((text) => text !== undefined)
}

/**
 * Fills the placeholders of stored texts with the numbers that the code uses, so that a text never promises others.
 * `html` for HTML.
 */
export function filler(settings: Pick<Deps['settings'], 'brand' | 'retention'>, language: Language) {
  const { brand, retention } = settings
  const numbers: Record<Exclude<Placeholder, 'brand' | 'refunds'>, number> = {
    hold: HOLD_MINUTES,
    bankHold: BANK_HOLD_MINUTES,
    confirm: CONFIRM_WITHIN_HOURS,
    over: FREE_MINUTES_OVER,
    free: DEFAULT_CANCELLATION_HOURS.free,
    half: DEFAULT_CANCELLATION_HOURS.half,
    change: CHANGE_UNTIL_HOURS,
    code: CODE_MINUTES,
    invoiceYears: retention.invoiceYears,
    logDays: retention.logDays,
  }
  const written = Object.fromEntries(
    Object.entries(numbers).map(([name, number]) => [name, formatNumber(number, language)]),
  ) as Record<Exclude<Placeholder, 'brand' | 'refunds'>, string>
  const refunds = wordsFor(language, 'refunds')('way')
  const plain = { ...written, refunds, brand: brand[language] }
  const inHtml = { ...written, refunds: escaped(refunds), brand: escaped(brand[language]) }
  return {
    text: (text: string) => fillPlaceholders(text, plain),
    html: (html: string) => fillPlaceholders(html, inHtml),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
