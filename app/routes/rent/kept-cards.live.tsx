/** A browser keeps no markup but what its page has. */
export function useKeptCards() {
  return undefined
}
