import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { LEADING, PdfPage, SIGNED, SIZE } from '#app/i18n/pdf/pdf-page.server.ts'
import { isolated } from '#app/i18n/text/ltr-text.ts'
import { blocksOf, type TextBlock } from '#app/rules/reservation/contract-text.ts'
import { DRAWN } from '#app/rules/reservation/drawn-signature.ts'
import type { ContractFacts } from './paper.tsx'
import type { PaperWords } from './paper-words.server.ts'

/** A contract as a PDF on A4. It says the same as `Paper`. */
export function contractPdf(
  contract: ContractFacts,
  { words, company, zone }: { words: PaperWords; company: string; zone: string },
): Promise<Buffer> {
  const { language, number, text, sha256, made_at, signatures } = contract
  const at = (instant: string) => formatInstant(new Date(instant), zone, language, 'long')
  const page = new PdfPage(language, number)
  const [title, ...blocks] = blocksOf(text)
  page.text(`\u2068${company}\u2069 · ${isolated(localDigits(number, language))} · ${at(made_at)}`, {
    font: 'regular',
    size: SIZE.text,
  })
  page.text(title && 'text' in title ? title.text : number, { font: 'bold', size: SIZE.title })
  page.rule()
  for (const block of blocks) addBlock(page, block, (value) => localDigits(value, language))
  page.space(SIZE.text)
  page.keep(6 * SIZE.text * LEADING)
  page.text(words.signatures, { font: 'bold', size: SIZE.clause })
  for (const { side, word } of words.sides) {
    const signed = signatures.find((one) => one.side === side)
    if (signed) {
      if (signed.drawing) page.drawing(signed.drawing, { ...DRAWN, shownWidth: 140 })
      page.row([word, signed.name], { colour: SIGNED })
      page.row(['', `${at(signed.at)} · ${words.channels[signed.channel]}`])
    } else page.row([word, words.unsigned])
  }
  page.space(SIZE.text)
  page.text(`SHA-256 ${sha256}`, { font: 'regular', size: SIZE.small }, 'ltr')
  return page.finish()
}

function addBlock(page: PdfPage, block: TextBlock, digits: (value: number) => string) {
  switch (block.kind) {
    case 'clause':
      page.keep(3 * SIZE.text * LEADING)
      page.space(3)
      return page.text(`${digits(block.number)}. ${block.text}`, { font: 'bold', size: SIZE.clause })
    case 'row':
      return page.row(block.cells)
    default:
      return page.text(block.text, { font: 'regular', size: SIZE.text })
  }
}
