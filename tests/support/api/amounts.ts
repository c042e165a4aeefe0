import { toLatinDigits } from '#app/rules/text/digits.ts'

/**
 * All amounts in a text as a person reads them, in whole toman or euro: `۲۴٬۲۵۰٬۰۰۰ تومان` is 24250000, `€1,200` and
 * `1.200 €` are 1200, `€99.50` is 99.5. Numbers without a unit are not amounts.
 */
export function amountsIn(text: string): number[] {
  const plain = toLatinDigits(text).replace(/[\u2066-\u2069\u200e\u200f]/g, '')
  const found = plain.matchAll(
    /€\s?(?<before>\d[\d.,٬٫]*)|(?<after>\d[\d.,٬٫]*)\s?(?:€|تومان|یورو|يورو|toman|Toman|ریال|Rial)/g,
  )
  return [...found].map(({ groups }) => numberOf(groups?.before ?? groups?.after ?? ''))
}

/** The only amount of a text. Throws where there is none, or more than one. */
export function amountIn(text: string): number {
  const [amount, ...others] = amountsIn(text)
  if (amount === undefined || others.length > 0) throw new Error(`not one amount: ${text}`)
  return amount
}

/** The sum of the first amount, of the first two, and so on: the rent comes first in a bill and may have a line for each price of its days. */
export function runningSums(amounts: readonly number[]): number[] {
  let sum = 0
  return amounts.map((amount) => {
    sum += amount
    return sum
  })
}

/** Groups have three digits; fewer digits after the last separator are a fraction. */
function numberOf(written: string): number {
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,٫](\d{1,2}))?[.,]?$/.exec(written) ?? []
  return Number(`${whole.replaceAll(/\D/g, '')}.${fraction}`)
}
