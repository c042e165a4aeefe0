/** The same list. Throws when it is empty, so that no loop over it passes without having checked anything. */
export function notEmpty<Item>(items: readonly Item[] | undefined): readonly Item[] {
  if (!items || items.length === 0) throw new Error('there is nothing to look at')
  return items
}
