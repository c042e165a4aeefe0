import { useMatches } from 'react-router'

/**
 * The number of chat messages that are still unread after the current page, if it shows some: the frame's own number is counted
 * before the page marks its messages as read.
 */
export function useUnreadOfPage(): number | undefined {
  const page = useMatches().find(
    ({ loaderData }) => loaderData !== null && typeof loaderData === 'object' && 'unreadChats' in loaderData,
  )
  return (page?.loaderData as { unreadChats: number } | undefined)?.unreadChats
}
