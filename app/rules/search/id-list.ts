/** How many things can be chosen for one change. Source: *ours*. */
export const CHOSEN_MAX = 1000
/** The longest list of their numbers as text, in characters: an address must hold it. */
export const ID_LIST_LENGTH = 7000

/** Numbers as short text for an address, in ascending order: `3-8,12`. Those that are too many for it are left out, the highest first. */
export function idListOf(ids: readonly number[]): string {
  const sorted = [...new Set(ids)].sort((one, other) => one - other).slice(0, CHOSEN_MAX)
  const ranges: { first: number; last: number }[] = []
  for (const id of sorted) {
    const before = ranges.at(-1)
    if (before && before.last + 1 === id) before.last = id
    else ranges.push({ first: id, last: id })
  }
  let list = ''
  for (const { first, last } of ranges) {
    const longer = `${list}${list && ','}${first === last ? first : `${first}-${last}`}`
    if (longer.length > ID_LIST_LENGTH) break
    list = longer
  }
  return list
}

/** The numbers of such a text, each once and in ascending order; undefined if it is not one, or has more than `CHOSEN_MAX`. */
export function idsOf(list: string): number[] | undefined {
  if (list.length > ID_LIST_LENGTH || !/^\d{1,10}(-\d{1,10})?(,\d{1,10}(-\d{1,10})?)*$/.test(list)) return undefined
  const ids = new Set<number>()
  for (const range of list.split(',')) {
    const [first = 0, last = first] = range.split('-').map(Number)
    if (last < first || last - first >= CHOSEN_MAX) return undefined
    for (let id = first; id <= last; id += 1) ids.add(id)
    if (ids.size > CHOSEN_MAX) return undefined
  }
  return [...ids].sort((one, other) => one - other)
}
