import { useEffect } from 'react'
import { setUnreadNow, unreadNow } from '#app/features/chat/chat-request.ts'

/** How often a visible page asks for new messages. Source: *ours*. */
const CHECK_EVERY_MS = 60_000

/**
 * Keeps the signed-in person's count of unread messages up to date while the chat is closed.
 * @param viewer from the frame's last data
 * @param ofPage the count after reading the current page, if it shows the chat
 */
export function useUnreadWatch(viewer: { unread: number } | undefined, ofPage: number | undefined) {
  useEffect(() => setUnreadNow(viewer?.unread), [viewer])
  useEffect(() => {
    if (ofPage !== undefined) setUnreadNow(ofPage)
  }, [ofPage])
  const isSignedIn = viewer !== undefined
  useEffect(() => {
    if (!isSignedIn) return
    const check = () => void updateUnread()
    const timer = setInterval(check, CHECK_EVERY_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [isSignedIn])
}

/** Ignores failures: the next attempt is in a minute. */
async function updateUnread() {
  if (document.visibilityState !== 'visible') return
  const before = unreadNow()
  const answer = await fetch('/profile/chat/unread', { redirect: 'error' }).catch(() => undefined)
  if (!answer?.ok) return
  const { count } = (await answer.json()) as { count: number }
  // If messages were read meanwhile, the count is already newer.
  if (unreadNow() === before) setUnreadNow(count)
}
