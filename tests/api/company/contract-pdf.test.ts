import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contractPdf, visualPieces } from '#app/features/contract/contract-pdf.server.ts'
import { paperWords } from '#app/features/contract/paper-words.server.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'

const SEEN: Record<Language, string> = {
  fa: 'قرارداد پژو پارس ای‌ال‌ایکس، ۱۲٬۵۰۰ تومان',
  en: 'Contract for a Peugeot Pars, €1,200',
  ar: 'عقد بيجو بارس، ١٢٬٥٠٠ تومان',
  tr: 'Özgür Yıldırım Şağlı, İstanbul',
  de: 'Jürgen Weißmüller, 1.200 €',
}

function contractIn(language: Language, lines: number) {
  const rows = Array.from({ length: lines }, (_, line) => `${SEEN[language]} | ${line}`)
  return contractPdf(
    {
      ...{ id: 'a'.repeat(22), number: 'C-20418', addendum: 0, revision: 1, language, template: null },
      ...{ text: [SEEN[language], `# ${SEEN[language]}`, ...rows, SEEN[language]].join('\n') },
      ...{ sha256: '9f'.repeat(32), is_whole: true, made_at: '2026-11-24T10:00:00Z' },
      signatures: [
        { side: 'CUSTOMER', channel: 'PHONE', name: SEEN[language], drawing: null, at: '2026-11-24T10:00:00Z' },
      ],
    },
    { words: paperWords(language), company: 'Marjan Rent', zone: 'Asia/Tehran' },
  )
}

/** What a PDF holds, with its streams unpacked. */
function unpacked(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return text + streams.join('\n')
}

test.each(LANGUAGES)(
  'a contract in %s is on as many pages as it needs, with no letter that the font lacks',
  async (language) => {
    const one = unpacked(await contractIn(language, 5))
    expect(one).toMatch(/^%PDF-1\./)
    expect(one.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(unpacked(await contractIn(language, 150)).match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
    // Text is shown by the hexadecimal ids of glyphs; 0 is the box for a missing one.
    const shown = [...one.matchAll(/\[([^\]]*)\] TJ/g)].flatMap(([, text = '']) =>
      [...text.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, ids = '']) => ids.match(/.{4}/g) ?? []),
    )
    expect(shown.length).toBeGreaterThan(100)
    expect(shown).not.toContain('0000')
  },
)

test('the pieces of a line stand from left to right as they are seen', () => {
  expect(visualPieces('Total 12', 'ltr').join('')).toBe('Total 12')
  // Words of a right-to-left line in turn, each in reading order for the shaper; its numbers from left to right.
  expect(visualPieces('سلام دنیا', 'rtl')).toEqual(['دنیا', ' ', 'سلام'])
  expect(visualPieces('جمع ۱۲٬۵۰۰ تومان', 'rtl').join('')).toBe('تومان ۱۲٬۵۰۰ جمع')
  expect(visualPieces('شاسی NMT42 است', 'rtl').join('')).toBe('است NMT42 شاسی')
  // Brackets are mirrored, and the shaper turns the whole piece round.
  expect(visualPieces('رنت (کیش)', 'rtl')).toEqual([')کیش(', ' ', 'رنت'])
  expect(visualPieces('کد \u2066910•••700\u2069', 'rtl').join('')).toBe('910•••700 کد')
})
