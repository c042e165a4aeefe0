import { describe, expect, it } from 'vitest'
import { CURRENCY_IDS, currencyOfId, currencyOfLanguage, LANGUAGES } from '#app/rules/constants.ts'

describe('the constants', () => {
  it('assign toman to Persian and euro to every other language', () => {
    expect(LANGUAGES.map(currencyOfLanguage)).toEqual(['IRT', 'EUR', 'EUR', 'EUR', 'EUR'])
  })

  it('find a currency by its id, and none by an unknown id', () => {
    // The numbers of the specification's payloads.
    expect([6, 2].map(currencyOfId)).toEqual(['IRT', 'EUR'])
    expect(CURRENCY_IDS).toEqual({ IRT: 6, EUR: 2 })
    expect([1, 7, 0, Number.NaN].map(currencyOfId)).toEqual([undefined, undefined, undefined, undefined])
  })
})
