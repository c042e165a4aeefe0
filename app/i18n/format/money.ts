import { type CurrencyCode, type Language, WHOLE_UNIT } from '#app/rules/constants.ts'
import { formatMagnitude, signOf } from './numerals.ts'

/** The parts of an amount: the number, the unit, and whether the unit comes first. */
export interface MoneyParts {
  sign: string
  number: string
  unit: string
  unitFirst: boolean
  /** Between number and unit: a no-break space, or nothing. */
  gap: string
}

const UNIT: Record<CurrencyCode, Record<Language, string>> = {
  IRT: { fa: 'تومان', en: 'toman', ar: 'تومان', tr: 'toman', de: 'Toman' },
  EUR: { fa: 'یورو', en: '€', ar: 'يورو', tr: '€', de: '€' },
}
const IS_EURO_FIRST: Record<Language, boolean> = { fa: false, en: true, ar: false, tr: true, de: false }

/**
 * An amount in the minor unit as people read it: `۲۴٬۲۵۰٬۰۰۰ تومان`, `€1,200`, `1.200 €`. Whole units (§5); cents are
 * only shown if there are any, as the price of a kilometre has. The space is a no-break space.
 */
export function formatMoney(amount: number, currency: CurrencyCode, language: Language): string {
  const { sign, number, unit, unitFirst, gap } = moneyParts(amount, currency, language)
  return unitFirst ? `${sign}${unit}${gap}${number}` : `${sign}${number}${gap}${unit}`
}

/** The parts of an amount, for prices whose unit is set in smaller type. */
export function moneyParts(amount: number, currency: CurrencyCode, language: Language): MoneyParts {
  const hasCents = currency === 'EUR' && amount % WHOLE_UNIT.EUR !== 0
  const value = currency === 'EUR' ? amount / WHOLE_UNIT.EUR : amount
  const unitFirst = currency === 'EUR' && IS_EURO_FIRST[language]
  return {
    sign: signOf(amount, language),
    number: formatMagnitude(value, language, hasCents ? 2 : 0, true),
    unit: UNIT[currency][language],
    unitFirst,
    gap: unitFirst ? '' : '\u00a0',
  }
}

/** The name of a currency's unit in a language: `تومان`, `€`. */
export function unitOf(currency: CurrencyCode, language: Language): string {
  return UNIT[currency][language]
}
