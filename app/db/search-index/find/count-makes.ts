import type { ColumnCount } from '#app/db/ad-search/facets.ts'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { lowestBit, rowsIn } from '../fleet/bits.ts'
import { codesOf, type Fleet, valuesIn } from '../fleet/fleet.ts'
import type { Part } from './found.ts'
import { type Failing, named } from './named-counts.ts'

/** Models are counted of some brands only, and trims of some models, whose brands are among these (`api/ads/question.ts`). */
export function countMakes(
  fleet: Fleet,
  parts: readonly Part[],
  of: Failing,
  { modelsOf, trimsOf }: AdQuestion,
): ColumnCount[] {
  if (modelsOf.length === 0) return []
  const counts = new Int32Array(codesOf(fleet, 'brand_id').length)
  const isWanted = valuesIn(fleet, 'brand_id').map((brand) => modelsOf.includes(brand as number))
  for (const part of parts) addMakes(counts, part, of, isWanted)
  return [...byValue('model_id', 'brand_id', modelsOf), ...byValue('trim_id', 'model_id', trimsOf)]

  function byValue(
    column: 'model_id' | 'trim_id',
    owner: 'brand_id' | 'model_id',
    chosen: readonly number[],
  ): ColumnCount[] {
    const [values, codes, owners] = [valuesIn(fleet, column), codesOf(fleet, column), codesOf(fleet, owner)]
    const isChosen = valuesIn(fleet, owner).map((value) => chosen.includes(value as number))
    const ofValues = new Int32Array(values.length)
    for (let at = 0; at < counts.length; at++) {
      const code = codes[at] as number
      if (isChosen[owners[at] as number]) ofValues[code] = (ofValues[code] as number) + (counts[at] as number)
    }
    return named(column, of, values, ofValues)
  }
}

function addMakes(
  counts: Int32Array,
  { block, first, length }: Part,
  { words, start }: Failing,
  isWanted: readonly boolean[],
): void {
  const { lines, columns } = block
  const { codes, lines: numbers } = lines.of.brand_id
  for (let at = 0; at < codes.length; at++) {
    if (!isWanted[codes[at] as number]) continue
    const line = (numbers[at] as number) * lines.words
    for (let word = 0; word < length; word++) {
      const both = (lines.bits[line + word] as number) & (words[start + first + word] as number)
      for (let rest = both; rest !== 0; rest &= rest - 1) {
        const make = columns.make[rowsIn(word) + lowestBit(rest)] as number
        counts[make] = (counts[make] as number) + 1
      }
    }
  }
}
