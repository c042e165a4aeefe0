/** The same list; throws where there is nothing in it, so that no loop over it passes without having looked at anything. */
export function notEmpty<Item>(items: readonly Item[] | undefined): readonly Item[] {
  if (!items || items.length === 0) throw new Error('there is nothing to look at')
  return items
}
