import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail, normaliseEmail } from '#app/rules/identity/email.ts'
import { normalisePhone, validPhone } from '#app/rules/identity/normalise-phone.server.ts'
import { dialCodeOf, formatPhone, isDialCode, isPhone } from '#app/rules/identity/phone.ts'
import { codeOf, readCode } from '#app/rules/identity/sign-in/one-time-code.ts'
import { isUsername } from '#app/rules/identity/username.ts'
import { ageOn, isOldEnough } from '#app/rules/reservation/driver/driver-age.ts'
import { toArabicDigits, toPersianDigits } from '#app/rules/text/digits.ts'

describe('a phone with a country', () => {
  it.each([
    ['+98', '09121234567', '+989121234567'],
    ['+98', '۰۹۱۲ ۱۲۳ ۴۵۶۷', '+989121234567'],
    ['+49', '0151 23456789', '+4915123456789'],
    ['+49', '030 5566778', '+49305566778'],
    ['+90', '0532 123 45 67', '+905321234567'],
    ['+971', '050 123 4567', '+971501234567'],
    ['+1', '(202) 555-0123', '+12025550123'],
  ])('of %s can be %s', (code, written, phone) => {
    expect(validPhone(written, code)).toBe(phone)
  })

  it.each([
    ['+98', '0912345'],
    ['+98', '09411234567'],
    ['+98', '021 1234 5678'],
    ['+98', '912345678'],
    ['+49', '1234567'],
    ['+90', '0532123456'],
    ['+1', '1234567'],
    ['+999', '12345678'],
  ])('of %s cannot be %s', (code, written) => {
    expect(validPhone(written, code)).toBeNull()
  })
})

describe('a phone', () => {
  it.each([
    ['912 123 4567'],
    ['09121234567'],
    ['+98 0912 123 4567'],
    ['+989121234567'],
    ['00989121234567'],
    ['989121234567'],
    ['۰۹۱۲۱۲۳۴۵۶۷'],
    ['٠٩١٢-١٢٣-٤٥٦٧'],
    ['(0912) 123.45.67'],
    ['\u200e+98 912 123 4567\u200f'],
  ])('%s is always the same person', (written) => {
    expect(normalisePhone(written, '+98')).toBe('+989121234567')
  })

  it('has its own country if it begins with + or 00', () => {
    expect(normalisePhone('+49 0151 23456789', '+98')).toBe('+4915123456789')
    expect(normalisePhone('0090 532 123 45 67', '+98')).toBe('+905321234567')
    expect(normalisePhone('+39 06 1234567', '+98')).toBe('+39061234567')
  })

  it.each([
    ['+49', '0151 23456789', '+4915123456789'],
    ['+90', '0532 123 45 67', '+905321234567'],
    ['+44', '07400 123456', '+447400123456'],
    ['+7', '8 912 345-67-89', '+79123456789'],
    ['+36', '06 20 123 4567', '+36201234567'],
    ['+39', '06 1234567', '+39061234567'],
    ['+225', '07 12 34 56 78', '+2250712345678'],
    ['+1', '1 202 555 0123', '+12025550123'],
  ])('of %s is dialled as %s only within its country', (code, written, phone) => {
    expect(normalisePhone(written, code)).toBe(phone)
    expect(normalisePhone(`${code} ${written}`, '+98')).toBe(phone)
    expect(normalisePhone(phone.slice(code.length), code)).toBe(phone)
  })

  it.each(['', '12345', '123456789012', 'phone', '0912123456x', '+', '+0912345678', '0000000', '++989121234567'])(
    'cannot be %j',
    (written) => {
      expect(normalisePhone(written, '+98')).toBeNull()
    },
  )

  it('without a country is invalid, unless it contains one', () => {
    expect(normalisePhone('09121234567', '')).toBeNull()
    expect(normalisePhone('09121234567', 'Iran')).toBeNull()
    expect(normalisePhone('+989121234567', '')).toBe('+989121234567')
  })

  it("in its normal form stays as it is, whatever the form's country", () => {
    const code = fc.constantFrom('+98', '+90', '+49', '+971', '+1', '+39', '+44')
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 -]{6,14}$/), code, code, (text, own, other) => {
        const phone = normalisePhone(text, own)
        if (phone === null) return
        expect(normalisePhone(phone, other)).toBe(phone)
        expect(normalisePhone(formatPhone(phone), other)).toBe(phone)
        expect(normalisePhone(toPersianDigits(text), own)).toBe(phone)
        expect(normalisePhone(toArabicDigits(text), own)).toBe(phone)
      }),
    )
  })

  it('reads the same with and without its trunk prefix 0', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{7,9}$/), (number) => {
        expect(normalisePhone(`0${number}`, '+98')).toBe(`+98${number}`)
        expect(normalisePhone(number, '+98')).toBe(`+98${number}`)
      }),
    )
  })

  it('is shown in groups', () => {
    expect(formatPhone('+989121234567')).toBe('+98 912 123 4567')
    expect(formatPhone('+97141234567')).toBe('+971 412 345 67')
    expect(formatPhone('+4915123456789')).toBe('+49 151 234 567 89')
    expect(dialCodeOf('+12025550123')).toBe('+1')
  })

  it('in a field is 7 to 11 digits, grouped or not, or a whole number with its dial code', () => {
    expect(
      ['1234567', '۰۹۱۲۱۲۳۴۵۶۷', '12345678901', '0151 23456789', '0912 123 4567', '0912-123-4567'].every(isPhone),
    ).toBe(true)
    expect(['+98 912 123 4567', '00989121234567', '\u200e+۹۸۹۱۲۱۲۳۴۵۶۷'].every(isPhone)).toBe(true)
    expect(
      ['123456', '123456789012', '0123456789012', '+98', '+989121', '0098', '0912x1234567', 'abcdefgh', ''].some(
        isPhone,
      ),
    ).toBe(false)
    expect(['+98', '+1', '+971'].every(isDialCode)).toBe(true)
    expect(['98', '+', '+0', '+9712', '+98 ', ''].some(isDialCode)).toBe(false)
  })
})

describe('an e-mail address', () => {
  it.each(['a@b.de', 'first.last+tag@sub.example.com', "o'neil@example.co.uk", 'x_1@xn--bcher-kva.example', 'A@B.ORG'])(
    'can be %s',
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )

  it.each([
    '',
    'a',
    'a@b',
    'a@localhost',
    '@b.de',
    'a@.de',
    'a@b..de',
    'a b@c.de',
    'a@b.de ',
    'a@@b.de',
    'a@b.d',
    '.a@b.de',
    'a.@b.de',
    'a..b@c.de',
    'a@-b.de',
    'a@b.de\n',
    `${'a'.repeat(65)}@b.de`,
  ])('cannot be %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it('of ten thousand characters is refused at once', () => {
    expect(isEmail(`${'a.'.repeat(5000)}@${'b.'.repeat(5000)}`)).toBe(false)
  })

  it('is compared ignoring case and outer spaces', () => {
    expect(normaliseEmail(' Nilou@Example.COM ')).toBe('nilou@example.com')
  })
})

describe("a driver's age", () => {
  it('increases on the birthday', () => {
    expect(ageOn('2026-12-02', '2003-12-03')).toBe(22)
    expect(ageOn('2026-12-03', '2003-12-03')).toBe(23)
    expect(ageOn('2027-02-28', '2004-02-29')).toBe(22)
    expect(ageOn('2027-03-01', '2004-02-29')).toBe(23)
  })

  it('is compared with the minimum on the day of pick-up', () => {
    expect(isOldEnough({ born: '2003-12-03', pickUp: '2026-12-03', minimumAge: 23 })).toBe(true)
    expect(isOldEnough({ born: '2003-12-04', pickUp: '2026-12-03', minimumAge: 23 })).toBe(false)
  })
})

describe('a username', () => {
  it('is 3 to 30 Latin letters, digits or underscores', () => {
    expect(['abc', 'A_1', 'x'.repeat(30)].every(isUsername)).toBe(true)
    expect(['ab', 'x'.repeat(31), 'a-b', 'a b', 'سارا', ''].some(isUsername)).toBe(false)
  })
})

describe('a verification code', () => {
  it('is six digits, in any script', () => {
    expect(readCode('۱۲۳۴۵۶')).toBe('123456')
    expect(readCode(' 123 456 ')).toBe('123456')
    expect([readCode('12345'), readCode('1234567'), readCode('12345x'), readCode('')]).toEqual([null, null, null, null])
  })

  it('made from a random fraction can be read', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (fraction) => {
        expect(readCode(codeOf(fraction))).toBe(codeOf(fraction))
      }),
    )
    expect(codeOf(0)).toBe('000000')
  })
})
