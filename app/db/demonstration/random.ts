/** A seeded random number generator: the same seed gives the same numbers, so that the demonstration is always the same. */
export type Chance = {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** True in `percent` of the cases. */
  odds(percent: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** `count` different items in any order, or all where there are fewer. */
  some<Item>(items: readonly Item[], count: number): Item[]
}

/** Mulberry32. Source: *ours*; any generator with a seed would do. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const found = items[between(0, items.length - 1)]
    if (found === undefined) throw new RangeError('nothing to pick from')
    return found
  }
  return {
    between,
    pick,
    odds: (percent) => next() * 100 < percent,
    some(items, count) {
      const left = [...items]
      const chosen: typeof left = []
      while (chosen.length < count && left.length > 0) chosen.push(...left.splice(between(0, left.length - 1), 1))
      return chosen
    },
  }
}
