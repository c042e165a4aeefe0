import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkDigitOf,
  cleanIdentity,
  dniLetterOf,
  isEmiratesId,
  isKimlik,
  isNationalId,
  isPassport,
  judgeIdentity,
  kimlikDigitsOf,
  luhnDigitOf,
  mayBeIdentity,
} from '#app/rules/identity/national-id.ts'
import { toArabicDigits, toPersianDigits } from '#app/rules/text/digits.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))
const nationalId = digits(9)
  .map((nine) => `${nine}${checkDigitOf(nine)}`)
  .filter((id) => !/^(\d)\1+$/.test(id))
const kimlik = fc
  .tuple(fc.integer({ min: 1, max: 9 }), digits(8))
  .map(([first, rest]) => `${first}${rest}`)
  .map((nine) => `${nine}${kimlikDigitsOf(nine)}`)
const emiratesId = fc
  .tuple(fc.integer({ min: 1930, max: 2020 }), digits(7))
  .map(([year, number]) => `784${year}${number}`)
  .map((body) => `${body}${luhnDigitOf(body)}`)

describe('a national id', () => {
  it('is ten digits, the last of which is a checksum', () => {
    fc.assert(
      fc.property(nationalId, (id) => {
        expect(isNationalId(id)).toBe(true)
        expect(judgeIdentity(toPersianDigits(id))).toEqual({ ok: true, kind: 'national_id', value: id })
      }),
    )
    expect(isNationalId('0499370899')).toBe(true)
  })

  it('has exactly one valid last digit', () => {
    fc.assert(
      fc.property(nationalId, (id) => {
        const fitting = Array.from({ length: 10 }, (_, last) => `${id.slice(0, 9)}${last}`).filter(isNationalId)
        expect(fitting).toEqual([id])
      }),
    )
  })

  it('is not ten equal digits, although their checksum is valid', () => {
    expect(checkDigitOf('111111111')).toBe(1)
    expect(isNationalId('1111111111')).toBe(false)
    expect(judgeIdentity('۰۰۰۰۰۰۰۰۰۰')).toEqual({ ok: false, kind: 'national_id' })
  })

  it('has exactly ten digits', () => {
    expect(['049937089', '04993708990', '', '049937089x', '۰۴۹۹۳۷۰۸۹۹'].some(isNationalId)).toBe(false)
  })
})

describe('a T.C. kimlik no', () => {
  it('is eleven digits, the last two of which are checksums', () => {
    fc.assert(
      fc.property(kimlik, (id) => {
        expect(isKimlik(id)).toBe(true)
        expect(judgeIdentity(id, { country: 'TR' })).toEqual({ ok: true, kind: 'kimlik', value: id })
        const last = Array.from({ length: 100 }, (_, two) => `${id.slice(0, 9)}${String(two).padStart(2, '0')}`)
        expect(last.filter(isKimlik)).toEqual([id])
      }),
    )
    // The example published by the registry.
    expect(isKimlik('10000000146')).toBe(true)
  })

  it('detects any single mistyped digit', () => {
    fc.assert(
      fc.property(kimlik, fc.nat(10), fc.integer({ min: 1, max: 9 }), (id, place, more) => {
        const wrong = [...id].map((digit, at) => (at === place ? (Number(digit) + more) % 10 : digit)).join('')
        expect(isKimlik(wrong)).toBe(false)
      }),
    )
    expect(judgeIdentity('10000000147', { country: 'TR' })).toEqual({ ok: false, kind: 'kimlik' })
    expect(judgeIdentity('12345', { country: 'TR' })).toEqual({ ok: false, kind: 'kimlik' })
    expect(isKimlik('00000000000')).toBe(false)
  })
})

describe('an Emirates ID', () => {
  it('is 784, a year and eight digits, the last of which is a checksum', () => {
    fc.assert(
      fc.property(emiratesId, (id) => {
        expect(isEmiratesId(id)).toBe(true)
        const written = [id.slice(0, 3), id.slice(3, 7), id.slice(7, 14), id.slice(14)].join('-')
        const judged = { ok: true, kind: 'emirates_id', value: id }
        expect(judgeIdentity(written, { country: 'AE' })).toEqual(judged)
        expect(judgeIdentity(toArabicDigits(written), { country: 'IN' })).toEqual(judged)
        const last = Array.from({ length: 10 }, (_, digit) => `${id.slice(0, 14)}${digit}`)
        expect(last.filter(isEmiratesId)).toEqual([id])
      }),
    )
    expect(luhnDigitOf('7992739871')).toBe(3)
  })

  it('detects any single mistyped digit, and starts with 784', () => {
    fc.assert(
      fc.property(emiratesId, fc.nat(14), fc.integer({ min: 1, max: 9 }), (id, place, more) => {
        const wrong = [...id].map((digit, at) => (at === place ? (Number(digit) + more) % 10 : digit)).join('')
        expect(isEmiratesId(wrong)).toBe(false)
      }),
    )
    expect(judgeIdentity('123456789012345', { country: 'AE' })).toEqual({ ok: false, kind: 'emirates_id' })
  })
})

describe('an identity card or passport of another country', () => {
  it.each([
    ['DE', 'L01X00T47', 'passport'],
    ['DE', 'c01x 0006h', 'passport'],
    ['GB', '925 076 473', 'identity_card'],
    ['SE', '87654321', 'identity_card'],
    ['FR', '880692310285', 'identity_card'],
    ['BE', '000-0011032-71', 'identity_card'],
    ['ES', '12345678z', 'identity_card'],
    ['PL', 'aba 300000', 'passport'],
    ['TR', 'U12345678', 'passport'],
    ['IR', 'k91234567', 'passport'],
  ])('%s: %s', (country, written, kind) => {
    const judged = { ok: true, kind, value: cleanIdentity(written) }
    expect(judgeIdentity(written, { country })).toEqual(judged)
    expect(mayBeIdentity(written).ok).toBe(true)
  })

  it.each([
    ['SE', '8765432', 'identity_card'],
    ['ES', '12345678A', 'identity_card'],
    ['BE', '000001103272', 'identity_card'],
    ['GB', '12345', 'identity_card'],
    ['DE', 'L01X', 'passport'],
    ['DE', 'Ä12345678', 'passport'],
    ['IR', '925076473', 'national_id'],
  ])('is not %s: %s', (country, written, kind) => {
    expect(judgeIdentity(written, { country })).toEqual({ ok: false, kind })
  })

  it('has exactly one valid letter on a Spanish card', () => {
    fc.assert(
      fc.property(digits(8), (eight) => {
        const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
        const fitting = letters.filter((letter) => judgeIdentity(`${eight}${letter}`, { country: 'ES' }).ok)
        expect(fitting).toEqual([dniLetterOf(eight)])
      }),
    )
  })
})

describe('a passport number', () => {
  it('is 6 to 15 capital letters or digits', () => {
    expect(['K91234', 'A12345678', 'ABCDEFGHIJKLMNO', '123456'].every(isPassport)).toBe(true)
    expect(['K9123', 'ABCDEFGHIJKLMNOP', 'K91 234', 'k912345', 'Ä123456', ''].some(isPassport)).toBe(false)
  })

  it('is normalised from lower case, groups and the digits of other scripts', () => {
    for (const written of ['k9123456', ' K9123456 ', 'k91 234-56', 'K۹۱۲۳۴۵۶', '\u200fK9123456\u200f'])
      expect(judgeIdentity(written)).toEqual({ ok: true, kind: 'passport', value: 'K9123456' })
  })

  it('is not ten digits with a wrong checksum, which are a wrong national id', () => {
    expect(judgeIdentity('0499370898')).toEqual({ ok: false, kind: 'national_id' })
    expect(judgeIdentity('12345')).toEqual({ ok: false, kind: 'national_id' })
  })

  it('is never only digits if the nationality is unknown', () => {
    for (const mistyped of ['049937089', '123456', '۰۴۹۹۳۷۰۸۹', '12345678901234'])
      expect(judgeIdentity(mistyped)).toEqual({ ok: false, kind: 'national_id' })
    expect(judgeIdentity('04993708990')).toEqual({ ok: false, kind: 'kimlik' })
  })

  it('is not accepted where only Iranians can be meant', () => {
    expect(judgeIdentity('K9123456', { iranianOnly: true })).toEqual({ ok: false, kind: 'national_id' })
    expect(judgeIdentity('10000000146', { iranianOnly: true }).ok).toBe(false)
    expect(judgeIdentity('0499370899', { iranianOnly: true }).ok).toBe(true)
  })
})
