import { expect, test } from 'vitest'
import { contractPdf } from '#app/features/contract/contract-pdf.server.ts'
import { paperWords } from '#app/features/contract/paper-words.server.ts'
import { visualPieces } from '#app/i18n/pdf/pdf-page.server.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { glyphsOf, pagesOf } from '../../support/server/pdf.ts'

const SEEN: Record<Language, string> = {
  fa: 'قرارداد پژو پارس ای‌ال‌ایکس، ۱۲٬۵۰۰ تومان',
  en: 'Contract for a Peugeot Pars, €1,200',
  ar: 'عقد بيجو بارس، ١٢٬٥٠٠ تومان',
  tr: 'Özgür Yıldırım Şağlı, İstanbul',
  de: 'Jürgen Weißmüller, 1.200 €',
}

function contractIn(language: Language, lines: number, drawing: string | null = null) {
  const rows = Array.from({ length: lines }, (_, line) => `${SEEN[language]} | ${line}`)
  return contractPdf(
    {
      ...{ id: 'a'.repeat(22), number: 'C-20418', addendum: 0, revision: 1, language, template: null },
      ...{ text: [SEEN[language], `# ${SEEN[language]}`, ...rows, SEEN[language]].join('\n') },
      ...{ sha256: '9f'.repeat(32), is_whole: true, made_at: '2026-11-24T10:00:00Z' },
      signatures: [{ side: 'CUSTOMER', channel: 'PHONE', name: SEEN[language], drawing, at: '2026-11-24T10:00:00Z' }],
    },
    { words: paperWords(language), company: 'Marjan Rent', zone: 'Asia/Tehran' },
  )
}

test.each(LANGUAGES)(
  'a contract in %s is on as many pages as it needs, with no letter that the font lacks',
  async (language) => {
    const one = await contractIn(language, 5)
    expect(one.toString('latin1')).toMatch(/^%PDF-1\./)
    expect(pagesOf(one)).toBe(1)
    expect(pagesOf(await contractIn(language, 150))).toBeGreaterThan(2)
    expect(glyphsOf(one).length).toBeGreaterThan(100)
    expect(glyphsOf(one)).not.toContain('0000')
  },
)

test('a contract shows what the customer drew', async () => {
  const sized = async (drawing: string | null) => {
    const pdf = await contractIn('fa', 5, drawing)
    expect(pagesOf(pdf)).toBe(1)
    return pdf.length
  }
  const path = `M10 20${Array.from({ length: 200 }, (_, index) => `L${(index * 37) % 600} ${(index * 53) % 200}`).join('')}`
  expect(await sized(path)).toBeGreaterThan((await sized(null)) + 200)
})

test('the pieces of a line stand from left to right as they are seen', () => {
  expect(visualPieces('Total 12', 'ltr').join('')).toBe('Total 12')
  // Words of a right-to-left line in turn, each in reading order for the shaper; its numbers from left to right.
  expect(visualPieces('سلام دنیا', 'rtl')).toEqual(['دنیا', ' ', 'سلام'])
  expect(visualPieces('جمع ۱۲٬۵۰۰ تومان', 'rtl').join('')).toBe('تومان ۱۲٬۵۰۰ جمع')
  expect(visualPieces('شاسی NMT42 است', 'rtl').join('')).toBe('است NMT42 شاسی')
  // Brackets are mirrored, and the shaper turns the whole piece round.
  expect(visualPieces('رنت (کیش)', 'rtl')).toEqual([')کیش(', ' ', 'رنت'])
  // Signs of a number stay with it, and what only orders text is not drawn.
  expect(visualPieces('\u2068+٢٠٪\u061c\u2069', 'rtl').join('')).not.toMatch(/[\u061c\u2068\u2069]/)
  expect(visualPieces('کد \u2066910•••700\u2069', 'rtl').join('')).toBe('910•••700 کد')
})
