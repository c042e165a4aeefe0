import type { NoticeValues } from '#app/api/notifications/texts.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import type { PlaceholderKind } from '#app/i18n/text/compile-message.ts'
import { currencyOfLanguage, HOME_ZONE, type Language } from '#app/rules/constants.ts'

const NUMBER = 5
const AMOUNT = 4_200_000
const CODE = '482913'
const WHEN = new Date('2026-12-05T07:30:00Z')
const INSTANTS: readonly string[] = ['until', 'pick_up', 'return', 'at', 'time']
const AMOUNTS: readonly string[] = ['amount', 'balance', 'paid', 'due', 'total']

/**
 * A value for each placeholder of a text, for the operators' preview: placeholders without a sample show their name.
 */
export function sampleValues(placeholders: ReadonlyMap<string, PlaceholderKind>, language: Language): NoticeValues {
  return Object.fromEntries([...placeholders].map(([name, kind]) => [name, sampleOf(name, kind, language)]))
}

function sampleOf(name: string, kind: PlaceholderKind, language: Language): string | number {
  if (kind === 'number') return NUMBER
  if (name === 'number') return 'SV-48213'
  if (name === 'code') return CODE
  if (INSTANTS.includes(name)) return formatInstant(WHEN, HOME_ZONE, language, 'long')
  if (AMOUNTS.includes(name)) return formatMoney(AMOUNT, currencyOfLanguage(language), language)
  return `⟨${name}⟩`
}
