import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainText } from '#app/rules/text/plain-text.ts'

describe('a plain text', () => {
  it.each(['', 'Ali Rezaei', 'علی‌رضا کیان', 'Çağla Öz 👩🏽‍🚀', 'K91-234'])('can be %j', (text) => {
    expect(isPlainText(text)).toBe(true)
  })

  it.each(['a\u0000b', 'a\u0007b', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b', 'a\tb', 'a\nb', 'a\ud83db', '\udc00'])(
    'cannot be %j',
    (text) => {
      expect(isPlainText(text)).toBe(false)
    },
  )

  it('has line breaks and tabs only where they are allowed', () => {
    expect(isPlainText('a\r\n\tb\nc', { lines: true })).toBe(true)
    expect(isPlainText('a\u0000\nb', { lines: true })).toBe(false)
    expect(isPlainText('a\rb', { lines: true })).toBe(false)
  })

  it('is any sequence of whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), (text) => isPlainText(text) || /\p{Cc}/u.test(text)),
    )
  })
})
