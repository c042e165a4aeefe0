import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPersianDigits } from '#app/rules/digits.ts'
import { checkDigitOf, isNationalId, isPassport, judgeIdentity } from '#app/rules/national-id.ts'

const nineDigits = fc.integer({ min: 0, max: 999_999_999 }).map((number) => String(number).padStart(9, '0'))
const nationalId = nineDigits.map((nine) => `${nine}${checkDigitOf(nine)}`).filter((id) => !/^(\d)\1+$/.test(id))

describe('a national id', () => {
  it('is ten digits whose last one checks the others', () => {
    fc.assert(
      fc.property(nationalId, (id) => {
        expect(isNationalId(id)).toBe(true)
        expect(judgeIdentity(toPersianDigits(id))).toEqual({ ok: true, kind: 'national_id', value: id })
      }),
    )
    expect(isNationalId('0499370899')).toBe(true)
  })

  it('has one last digit that fits and nine that do not', () => {
    fc.assert(
      fc.property(nationalId, (id) => {
        const fitting = Array.from({ length: 10 }, (_, last) => `${id.slice(0, 9)}${last}`).filter(isNationalId)
        expect(fitting).toEqual([id])
      }),
    )
  })

  it('is not one digit ten times over, although that adds up', () => {
    expect(checkDigitOf('111111111')).toBe(1)
    expect(isNationalId('1111111111')).toBe(false)
    expect(judgeIdentity('۰۰۰۰۰۰۰۰۰۰')).toEqual({ ok: false, kind: 'national_id' })
  })

  it('has ten digits, no more and no less', () => {
    expect(['049937089', '04993708990', '', '049937089x', '۰۴۹۹۳۷۰۸۹۹'].some(isNationalId)).toBe(false)
  })
})

describe('a passport number', () => {
  it('is 6 to 15 capital letters or digits', () => {
    expect(['K91234', 'A12345678', 'ABCDEFGHIJKLMNO', '123456'].every(isPassport)).toBe(true)
    expect(['K9123', 'ABCDEFGHIJKLMNOP', 'K91 234', 'k912345', 'Ä123456', ''].some(isPassport)).toBe(false)
  })

  it('in lower case is refused as a passport, not corrected', () => {
    expect(judgeIdentity('k9123456')).toEqual({ ok: false, kind: 'passport' })
    expect(judgeIdentity(' K9123456 ')).toEqual({ ok: true, kind: 'passport', value: 'K9123456' })
  })

  it('ten digits that do not add up are a wrong national id, not a passport', () => {
    expect(judgeIdentity('0499370898')).toEqual({ ok: false, kind: 'national_id' })
    expect(judgeIdentity('12345')).toEqual({ ok: false, kind: 'national_id' })
  })

  it('never is of digits alone: those are a mistyped national id, of whatever length', () => {
    for (const mistyped of ['049937089', '04993708990', '123456', '۰۴۹۹۳۷۰۸۹', '123456789012345']) {
      expect(judgeIdentity(mistyped)).toEqual({ ok: false, kind: 'national_id' })
    }
  })

  it('is nothing where only Iranians are meant', () => {
    expect(judgeIdentity('K9123456', { iranianOnly: true })).toEqual({ ok: false, kind: 'national_id' })
    expect(judgeIdentity('0499370899', { iranianOnly: true }).ok).toBe(true)
  })
})
