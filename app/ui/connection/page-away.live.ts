/**
 * Calls `leave` when the page is left and `comeBack` when the browser shows it again as it was, from its back/forward cache; a page
 * with an open socket might not get there, and its socket would be dead. Returns a function that ends it. *Ours* (issue 21, B).
 */
export function whileAway({ leave, comeBack }: { leave: () => void; comeBack: () => void }): () => void {
  const controller = new AbortController()
  const { signal } = controller
  addEventListener('pagehide', leave, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && comeBack(), { signal })
  return () => controller.abort()
}
