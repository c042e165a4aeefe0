import { useMatches } from 'react-router'

/**
 * How many chat messages are unread once the page at hand has been read, where it is one on which they are: the frame counts
 * while the page is still being made.
 */
export function useUnreadOfPage(): number | undefined {
  const page = useMatches().find(
    ({ loaderData }) => loaderData !== null && typeof loaderData === 'object' && 'unreadChats' in loaderData,
  )
  return (page?.loaderData as { unreadChats: number } | undefined)?.unreadChats
}
