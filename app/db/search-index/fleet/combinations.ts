import { codeOf, type Dictionary, emptyDictionary } from './dictionary.ts'
import { TRAITS, type TraitColumn, type TraitGroup, type Traits } from './listing.ts'

export type TraitValue = string | number | null

/** The different combinations of a group's values, by number, and by column and combination the number of its value. */
export type Combinations = {
  numbers: Dictionary<string>
  columns: readonly { column: TraitColumn; values: Dictionary<TraitValue>; codes: number[] }[]
}

export function emptyCombinations(group: TraitGroup): Combinations {
  const columns = TRAITS[group].map((column) => ({ column, values: emptyDictionary<TraitValue>(), codes: [] }))
  return { numbers: emptyDictionary(), columns }
}

/** The number of a vehicle's combination, a new one where it has none. */
export function combinationOf({ numbers, columns }: Combinations, traits: Traits): number {
  const codes = columns.map(({ column, values }) => codeOf(values, traits[column]))
  const known = numbers.values.length
  const number = codeOf(numbers, codes.join(' '))
  if (number === known) for (const [at, { codes: all }] of columns.entries()) all.push(codes[at] as number)
  return number
}
