import { join } from 'node:path'
import bidiFactory from 'bidi-js'
import PDFDocument from 'pdfkit'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { directionOf } from '#app/i18n/language.ts'
import { isolated } from '#app/i18n/text/ltr-text.ts'
import { localesFolder } from '#app/i18n/text/read-messages.ts'
import { blocksOf, type TextBlock } from '#app/rules/reservation/contract-text.ts'
import type { ContractFacts } from './paper.tsx'
import type { PaperWords } from './paper-words.server.ts'

const bidi = bidiFactory()

/** In points: A4 with its margins, and the sizes of the text. Source: *ours*. */
const PAGE = { width: 595.28, height: 841.89, margin: 40 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const SIZE = { text: 9, clause: 10, title: 13, small: 7 }
const LEADING = 1.55
const CELL = { x: 4, y: 2 }
const NAME_SHARE = 0.18
const LINE = '#c9cfcd'
const INK = '#10272b'
const SIGNED = '#1c4dbd'

type Font = 'regular' | 'bold'
type Style = { font: Font; size: number; colour?: string }
type Direction = 'ltr' | 'rtl'

/**
 * A contract as a PDF on A4. Its letters are shaped by the font's own rules and its lines ordered by the Unicode Bidirectional Algorithm,
 * because PDFs hold glyphs from left to right. It says the same as `Paper`.
 */
export function contractPdf(
  contract: ContractFacts,
  { words, company, zone }: { words: PaperWords; company: string; zone: string },
): Promise<Buffer> {
  const { language, number, text, sha256, made_at, signatures } = contract
  const at = (instant: string) => formatInstant(new Date(instant), zone, language, 'long')
  const page = new Page(directionOf(language), number)
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
      page.row([word, signed.name], { colour: SIGNED })
      page.row(['', `${at(signed.at)} · ${words.channels[signed.channel]}`])
    } else page.row([word, words.unsigned])
  }
  page.space(SIZE.text)
  page.text(`SHA-256 ${sha256}`, { font: 'regular', size: SIZE.small }, 'ltr')
  return page.finish()
}

function addBlock(page: Page, block: TextBlock, digits: (value: number) => string) {
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

/** Writes lines, paragraphs and rows down a page, and begins another where one is full. */
class Page {
  readonly #doc
  readonly #base: Direction
  #y = PAGE.margin

  constructor(base: Direction, title: string) {
    this.#base = base
    this.#doc = new PDFDocument({ size: 'A4', margin: PAGE.margin, info: { Title: title } })
    const folder = join(localesFolder(), '..', 'styles', 'fonts')
    this.#doc.registerFont('regular', join(folder, 'vazirmatn-regular.ttf'))
    this.#doc.registerFont('bold', join(folder, 'vazirmatn-bold.ttf'))
  }

  /** A paragraph over the whole width. */
  text(text: string, style: Style, direction = this.#base) {
    for (const line of this.#wrapped(text, style, WIDTH)) {
      this.keep(style.size * LEADING)
      this.#draw(line, { ...style, x: PAGE.margin, width: WIDTH, y: this.#y, direction })
      this.#y += style.size * LEADING
    }
  }

  /** Cells beside each other: names are narrow, values share the rest. */
  row(cells: readonly string[], { colour }: { colour?: string } = {}) {
    const names = cells.length === 3 ? 0 : Math.ceil(cells.length / 2)
    const name = WIDTH * NAME_SHARE
    const value = (WIDTH - names * name) / (cells.length - names)
    const widths = cells.map((_, index) => (names > 0 && index % 2 === 0 ? name : value))
    const style = { font: 'regular' as const, size: SIZE.text, ...(colour && { colour }) }
    const lines = cells.map((cell, index) => this.#wrapped(cell, style, (widths[index] ?? 0) - 2 * CELL.x))
    const height = Math.max(...lines.map(({ length }) => length), 1) * SIZE.text * LEADING + 2 * CELL.y
    this.keep(height)
    let at = 0
    for (const [index, width] of widths.entries()) {
      const x = this.#base === 'ltr' ? PAGE.margin + at : PAGE.margin + WIDTH - at - width
      this.#doc.rect(x, this.#y, width, height).lineWidth(0.5).stroke(LINE)
      for (const [row, line] of (lines[index] ?? []).entries()) {
        const y = this.#y + CELL.y + row * SIZE.text * LEADING
        this.#draw(line, { ...style, x: x + CELL.x, width: width - 2 * CELL.x, y, direction: this.#base })
      }
      at += width
    }
    this.#y += height
  }

  rule() {
    this.#doc
      .moveTo(PAGE.margin, this.#y)
      .lineTo(PAGE.margin + WIDTH, this.#y)
      .lineWidth(1)
      .stroke(INK)
    this.#y += SIZE.text / 2
  }

  space(height: number) {
    this.#y += height
  }

  /** Begins a page where this height does not fit any more. */
  keep(height: number) {
    if (this.#y + height <= PAGE.height - PAGE.margin) return
    this.#doc.addPage()
    this.#y = PAGE.margin
  }

  finish(): Promise<Buffer> {
    const parts: Buffer[] = []
    return new Promise((resolve, reject) => {
      this.#doc.on('data', (part: Buffer) => parts.push(part))
      this.#doc.on('end', () => resolve(Buffer.concat(parts)))
      this.#doc.on('error', reject)
      this.#doc.end()
    })
  }

  #wrapped(text: string, { font, size }: Style, width: number): string[] {
    this.#doc.font(font).fontSize(size)
    const lines: string[] = []
    for (const word of text.split(' ').flatMap((word) => this.#broken(word, width))) {
      const last = lines.at(-1)
      const longer = last === undefined ? word : `${last} ${word}`
      if (last !== undefined && this.#widthOf(longer) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

  /** A word that is wider than its cell, in parts. */
  #broken(word: string, width: number): string[] {
    if (this.#widthOf(word) <= width) return [word]
    const parts: string[] = ['']
    for (const letter of word) {
      const longer = `${parts.at(-1) ?? ''}${letter}`
      if (this.#widthOf(longer) <= width) parts[parts.length - 1] = longer
      else parts.push(letter)
    }
    return parts
  }

  #widthOf(text: string): number {
    return visualPieces(text, this.#base).reduce((sum, piece) => sum + this.#doc.widthOfString(piece), 0)
  }

  #draw(line: string, at: Style & { x: number; y: number; width: number; direction: Direction }) {
    const { font, size, colour = INK, x, y, width, direction } = at
    this.#doc.font(font).fontSize(size).fillColor(colour)
    const pieces = visualPieces(line, direction).map((piece) => ({ piece, width: this.#doc.widthOfString(piece) }))
    const whole = pieces.reduce((sum, one) => sum + one.width, 0)
    let from = direction === 'ltr' ? x : x + width - whole
    for (const one of pieces) {
      if (one.piece.trim()) this.#doc.text(one.piece, from, y, { lineBreak: false })
      from += one.width
    }
  }
}

/** What only says how text is ordered, and is not seen. */
const CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const RTL_LETTER = /[\u0590-\u08ff]/
const DIGIT = /[٠-٩۰-۹٬٫]/

/**
 * A line's pieces from left to right, each of which the font shapes by itself: words of one direction, and single digits of Arabic
 * scripts, which the shaper would turn round.
 */
export function visualPieces(line: string, base: Direction): string[] {
  const levels = bidi.getEmbeddingLevels(line, base)
  const order = bidi.getReorderedIndices(line, levels)
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels)
  const pieces: { text: string; rtl: boolean }[] = []
  let before = -2
  for (const index of order) {
    const letter = mirrored.get(index) ?? line[index] ?? ''
    const rtl = (levels.levels[index] ?? 0) % 2 === 1
    const last = pieces.at(-1)
    const follows = rtl ? index === before - 1 : index === before + 1
    const isAlone = DIGIT.test(letter) || letter === ' '
    if (!last || !follows || last.rtl !== rtl || isAlone || DIGIT.test(last.text) || last.text === ' ')
      pieces.push({ text: letter, rtl })
    // The shaper wants letters in the order in which they are read.
    else last.text = rtl ? letter + last.text : last.text + letter
    before = index
  }
  const shown = pieces.map(({ text, rtl }) => {
    const seen = text.replaceAll(CONTROLS, '')
    // The shaper takes what has no letter of a right-to-left script for left-to-right.
    return rtl && !RTL_LETTER.test(seen) ? [...seen].toReversed().join('') : seen
  })
  return shown.filter((text) => text !== '')
}
