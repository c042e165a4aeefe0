/** The damages whose cover a company states, in the order of the table. Source: design/golive, 48; the list is *ours*. */
export const COVER_PARTS = ['COLLISION', 'THEFT', 'NATURE', 'GLASS', 'TYRES', 'UNDERBODY', 'INTERIOR'] as const
export type CoverPart = (typeof COVER_PARTS)[number]

/** BASIC is covered in the price, INSURED only with the supplemental insurance, which covers all that is basic, too. */
export const COVER_LEVELS = ['BASIC', 'INSURED', 'NONE'] as const
export type CoverLevel = (typeof COVER_LEVELS)[number]
export type CoverLevels = Record<CoverPart, CoverLevel>

/** What a driver pays of a damage: all of it, at most the excess (minor unit), or an amount that the company has not stated. */
export type DriverShare = { kind: 'ALL' } | { kind: 'UP_TO'; amount: number } | { kind: 'UNKNOWN' }

/** One damage, and what a driver pays of it without and with the supplemental insurance; null where that is not sold. */
export interface CoverRow {
  part: CoverPart
  basic: DriverShare
  insured: DriverShare | null
}

/**
 * What each insurance pays, a row for each damage. The excess with the supplemental insurance is never above the other
 * one; where only one of them is stated, it counts for both. Source: design/golive, 48; *ours*.
 */
export function coverRows({
  levels,
  excess,
  isInsuranceSold,
}: {
  levels: CoverLevels
  excess: { basic: number | null; insured: number | null }
  isInsuranceSold: boolean
}): CoverRow[] {
  const shareOf = (isCovered: boolean, amount: number | null): DriverShare => {
    if (!isCovered) return { kind: 'ALL' }
    return amount === null ? { kind: 'UNKNOWN' } : { kind: 'UP_TO', amount }
  }
  const withInsurance = lower(excess.insured, excess.basic)
  return COVER_PARTS.map((part) => {
    const level = levels[part]
    return {
      part,
      basic: shareOf(level === 'BASIC', excess.basic),
      insured: isInsuranceSold ? shareOf(level !== 'NONE', withInsurance) : null,
    }
  })
}

/** The damages that are covered, and the others, with or without the supplemental insurance. */
export function coveredParts(levels: CoverLevels, isInsured: boolean): { covered: CoverPart[]; not: CoverPart[] } {
  const isCovered = (part: CoverPart) => levels[part] === 'BASIC' || (isInsured && levels[part] === 'INSURED')
  return { covered: COVER_PARTS.filter(isCovered), not: COVER_PARTS.filter((part) => !isCovered(part)) }
}

function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
