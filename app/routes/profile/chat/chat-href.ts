/** Stands for the visitor's room with our sales in an address. */
export const SALES = 'sales'

/** The chat's page without its language: of a room by its id, and of its messages before one. */
export function chatHref(room?: string, before?: number): string {
  const query = new URLSearchParams({ ...(room && { room }), ...(before && { before: String(before) }) })
  return query.size > 0 ? `/profile/chat?${query}` : '/profile/chat'
}

/**
 * The same page once more, at its end. Browsers only scroll where an address differs in nothing but its fragment: `once` makes
 * it another one each time.
 */
export function refreshHref(room: string | undefined, once: string): string {
  return `/profile/chat?${new URLSearchParams({ ...(room && { room }), once })}#last`
}

/** The page that finds a place for a message in a room. */
export function locationHref(room: string | undefined): string {
  return room ? `/profile/chat/location?${new URLSearchParams({ room })}` : '/profile/chat/location'
}
