import { describe, expect, it } from 'vitest'
import {
  CURRENCY_CODES,
  CURRENCY_IDS,
  currencyOfId,
  currencyOfLanguage,
  LANGUAGES,
  TOAST_COLOURS,
} from '#app/rules/constants.ts'

describe('the constants', () => {
  it('tie toman to Persian and euro to every other language', () => {
    expect(LANGUAGES.map(currencyOfLanguage)).toEqual(['IRT', 'EUR', 'EUR', 'EUR', 'EUR'])
  })

  it('find a currency by its id, and none by another', () => {
    expect(CURRENCY_CODES.map((code) => currencyOfId(CURRENCY_IDS[code]))).toEqual(CURRENCY_CODES)
    expect(currencyOfId(7)).toBeUndefined()
  })

  it('give every toast a colour on which white is readable', () => {
    for (const colour of Object.values(TOAST_COLOURS)) expect(contrastWithWhite(colour)).toBeGreaterThanOrEqual(4.5)
  })
})

function contrastWithWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
