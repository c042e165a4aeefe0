import { hasBit } from './bits.ts'
import { type Block, type Columns, forgetKept, GAP_OF_COMPANY, NOT_PINNED, ratingOf } from './block.ts'
import type { Fleet } from './fleet.ts'
import {
  AHEAD,
  BEYOND_RATING,
  BEYOND_SCORE,
  clearFacts,
  ID,
  markGap,
  markNumber,
  markRow,
  markValue,
  NOT_BEHIND,
  PINNED,
  RATING,
  RATING_COUNT,
  SCORE,
  SEVERAL,
} from './lines.ts'
import { TRAIT_GROUPS } from './listing.ts'

/** Marks in a block's lines what the columns of a row say. */
export function markFacts(fleet: Fleet, block: Block, row: number, isNew: boolean): void {
  const { traits, details } = fleet
  const { lines, columns } = block
  if (!isNew) clearFacts(lines, row)
  if (hasBit(lines.bits, SEVERAL * lines.words, row)) forgetKept(block)
  for (const group of TRAIT_GROUPS) {
    const number = columns[group][row] as number
    for (const { column, codes } of traits[group].columns) markValue(lines, column, codes[number] as number, row)
  }
  for (let rest = columns.properties[row] as number, code = 0; rest !== 0; rest >>>= 1, code++)
    if (rest & 1) markValue(lines, 'properties', code, row)
  markValue(lines, 'company_id', columns.company[row] as number, row)
  const pin = columns.pin[row] as number
  if (details.isPinned[columns.details[row] as number]) markRow(lines, PINNED, row)
  if (pin < NOT_PINNED) markRow(lines, AHEAD, row)
  if (pin <= NOT_PINNED) markRow(lines, NOT_BEHIND, row)
  markNumber(lines, ID, ID.greatest - (columns.id[row] as number), row)
  if (markNumber(lines, SCORE, columns.score[row] as number, row)) markRow(lines, BEYOND_SCORE, row)
  markGap(lines, gapOf(fleet, columns, row), row)
  const isBeyond = markNumber(lines, RATING, Math.floor(ratingOf(columns, row) * RATING.steps), row)
  if (markNumber(lines, RATING_COUNT, columns.ratingCount[row] as number, row) || isBeyond)
    markRow(lines, BEYOND_RATING, row)
}

/** A company has another gap: so have its vehicles that have none of their own. */
export function markGapsOf(fleet: Fleet, company: number): void {
  for (const { columns, lines, size } of fleet.blocks)
    for (let row = 0; row < size; row++)
      if (columns.company[row] === company) markGap(lines, gapOf(fleet, columns, row), row)
}

/** For how many minutes a vehicle must be free after a rental. */
export function gapOf({ companies }: Fleet, columns: Columns, row: number): number {
  const own = columns.gap[row] as number
  return own === GAP_OF_COMPANY ? (companies.gap[columns.company[row] as number] as number) : own
}
