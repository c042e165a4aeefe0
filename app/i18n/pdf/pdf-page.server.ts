import { join } from 'node:path'
import bidiFactory from 'bidi-js'
import PDFDocument from 'pdfkit'
import { directionOf } from '#app/i18n/language.ts'
import { localesFolder } from '#app/i18n/text/read-messages.ts'
import type { Language } from '#app/rules/constants.ts'

const bidi = bidiFactory()

/** In points: A4 with its margins, and the sizes of the text. Source: *ours*. */
const PAGE = { width: 595.28, height: 841.89, margin: 40 }
const WIDTH = PAGE.width - 2 * PAGE.margin
export const SIZE = { text: 9, clause: 10, title: 13, small: 7 }
export const LEADING = 1.55
const CELL = { x: 4, y: 2 }
const NAME_SHARE = 0.18
const LINE = '#c9cfcd'
const INK = '#10272b'
/** The ink of a signature. */
export const SIGNED = '#1c4dbd'

type Font = 'regular' | 'bold'
type Style = { font: Font; size: number; colour?: string }
type Direction = 'ltr' | 'rtl'

/** How a row of cells is drawn. */
type RowStyle = {
  colour?: string
  font?: Font
  /** The cells' shares of the width, which add up to 1; by default names are narrow and values share the rest. */
  shares?: readonly number[]
  /** The first of the cells that end at the other edge, as amounts do. */
  amountsFrom?: number
}

/**
 * Writes lines, paragraphs and rows down a page of A4, and begins another where one is full. Letters are shaped by the font's own
 * rules and lines ordered by the Unicode Bidirectional Algorithm, because PDFs hold glyphs from left to right.
 */
export class PdfPage {
  readonly #doc
  readonly #base: Direction
  #y = PAGE.margin

  constructor(language: Language, title: string) {
    this.#base = directionOf(language)
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

  /** Cells beside each other. */
  row(cells: readonly string[], { colour, font = 'regular', shares, amountsFrom = cells.length }: RowStyle = {}) {
    const widths = (shares ?? sharesOf(cells.length)).map((share) => share * WIDTH)
    const style = { font, size: SIZE.text, ...(colour && { colour }) }
    const lines = cells.map((cell, index) => this.#wrapped(cell, style, (widths[index] ?? 0) - 2 * CELL.x))
    const height = Math.max(...lines.map(({ length }) => length), 1) * SIZE.text * LEADING + 2 * CELL.y
    this.keep(height)
    let at = 0
    for (const [index, width] of widths.entries()) {
      const x = this.#base === 'ltr' ? PAGE.margin + at : PAGE.margin + WIDTH - at - width
      this.#doc.rect(x, this.#y, width, height).lineWidth(0.5).stroke(LINE)
      const box = { x: x + CELL.x, width: width - 2 * CELL.x, isAtEnd: index >= amountsFrom }
      for (const [row, line] of (lines[index] ?? []).entries()) {
        const y = this.#y + CELL.y + row * SIZE.text * LEADING
        this.#draw(line, { ...style, ...box, y, direction: this.#base })
      }
      at += width
    }
    this.#y += height
  }

  /**
   * A drawing at the beginning of the lines, from a box of `width` by `height` units.
   * @param shownWidth in points
   */
  drawing(path: string, { width, height, shownWidth }: { width: number; height: number; shownWidth: number }) {
    const scale = shownWidth / width
    this.keep(height * scale)
    const x = this.#base === 'ltr' ? PAGE.margin : PAGE.margin + WIDTH - shownWidth
    this.#doc
      .save()
      .translate(x, this.#y)
      .scale(scale)
      .path(path)
      .lineWidth(4)
      .lineCap('round')
      .lineJoin('round')
      .stroke(SIGNED)
      .restore()
    this.#y += height * scale
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

  /** Begins a page where this height does not fit any more; returns whether it did. */
  keep(height: number): boolean {
    if (this.#y + height <= PAGE.height - PAGE.margin) return false
    this.#doc.addPage()
    this.#y = PAGE.margin
    return true
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

  #draw(line: string, at: Style & { x: number; y: number; width: number; direction: Direction; isAtEnd?: boolean }) {
    const { font, size, colour = INK, x, y, width, direction, isAtEnd = false } = at
    this.#doc.font(font).fontSize(size).fillColor(colour)
    const pieces = visualPieces(line, direction).map((piece) => ({ piece, width: this.#doc.widthOfString(piece) }))
    const whole = pieces.reduce((sum, one) => sum + one.width, 0)
    let from = (direction === 'ltr') === isAtEnd ? x + width - whole : x
    for (const one of pieces) {
      if (one.piece.trim()) this.#doc.text(one.piece, from, y, { lineBreak: false })
      from += one.width
    }
  }
}

function sharesOf(cells: number): number[] {
  const names = cells === 3 ? 0 : Math.ceil(cells / 2)
  const value = (1 - names * NAME_SHARE) / (cells - names)
  return Array.from({ length: cells }, (_, index) => (names > 0 && index % 2 === 0 ? NAME_SHARE : value))
}

/** What only says how text is ordered, and is not seen. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const RTL_LETTER = /[\u0590-\u08ff]/
const DIGIT = /[٠-٩۰-۹٬٫٪]/

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
