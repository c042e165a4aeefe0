import { describe, expect, it } from 'vitest'
import { CURRENCY_CODES, CURRENCY_IDS, currencyOfId, currencyOfLanguage, LANGUAGES } from '#app/rules/constants.ts'

describe('the constants', () => {
  it('tie toman to Persian and euro to every other language', () => {
    expect(LANGUAGES.map(currencyOfLanguage)).toEqual(['IRT', 'EUR', 'EUR', 'EUR', 'EUR'])
  })

  it('find a currency by its id, and none by another', () => {
    expect(CURRENCY_CODES.map((code) => currencyOfId(CURRENCY_IDS[code]))).toEqual(CURRENCY_CODES)
    expect(currencyOfId(7)).toBeUndefined()
  })
})
