import { setImmediate as nextTurn } from 'node:timers/promises'

/** How many are counted at once: a hundred vehicles with fifty rentals each take some milliseconds. Source: *ours*. */
const AT_ONCE = 100

/** The items, with a turn for other requests after each hundred, so that a large fleet does not block the loop. Source: quality.md, "Server". */
export async function* inTurns<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await nextTurn()
    yield item
  }
}
