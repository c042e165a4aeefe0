import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { formatMoney, moneyParts } from './money.ts'

/**
 * An amount in the minor unit as the start of a range of prices, for a message's `{price}`. Turkish says "from" by a
 * suffix that depends on the last sound: `€2’den`, `€40’tan`, `2.000 tomandan`. Source: *ours*.
 */
export function formatStartingPrice(amount: number, currency: CurrencyCode, language: Language): string {
  const text = formatMoney(amount, currency, language)
  if (FROM[language] === 'by a word') return text
  const { number, unitFirst } = moneyParts(amount, currency, language)
  return unitFirst ? `${text}’${turkishFrom(number)}` : `${text}dan`
}

/** Whether a language says "from" by a word in the message or by a suffix of the price. */
const FROM: Record<Language, 'by a word' | 'by an ending'> = {
  fa: 'by a word',
  en: 'by a word',
  ar: 'by a word',
  tr: 'by an ending',
  de: 'by a word',
}

/** Suffixes of the digits 0 to 9: sıfır, bir, iki, üç, dört, beş, altı, yedi, sekiz, dokuz. */
const OF_DIGITS = ['dan', 'den', 'den', 'ten', 'ten', 'ten', 'dan', 'den', 'den', 'dan']
/** Suffixes of on, yirmi, otuz, kırk, elli, altmış, yetmiş, seksen, doksan; index 0 is unused. */
const OF_TENS = ['', 'dan', 'den', 'dan', 'tan', 'den', 'tan', 'ten', 'den', 'dan']
/** Suffixes of yüz, of bin, and of milyon and above. */
const OF_HUNDREDS = 'den'
const OF_THOUSANDS = 'den'
const OF_MILLIONS = 'dan'

/** The suffix by the last spoken word of a formatted number; a fraction is spoken as a separate number. */
function turkishFrom(number: string): string {
  const digits = (number.split(',').at(-1) ?? '').replace(/\D/g, '')
  const zeros = digits.length - digits.replace(/0+$/, '').length
  if (zeros === digits.length) return OF_DIGITS[0]!
  const last = Number(digits.at(-1 - zeros))
  if (zeros === 0) return OF_DIGITS[last]!
  if (zeros === 1) return OF_TENS[last]!
  if (zeros === 2) return OF_HUNDREDS
  return zeros < 6 ? OF_THOUSANDS : OF_MILLIONS
}
