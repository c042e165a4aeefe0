import { useEffect } from 'react'
import { setUnreadNow, unreadNow } from '#app/features/chat/chat-request.ts'

/** How often a page that is looked at asks for news. Source: *ours*. */
const LOOK_EVERY_MS = 60_000

/**
 * Keeps the count of unread messages up to date while nobody has the chat open, for who is signed in.
 * @param viewer as the frame last had it
 * @param ofPage the count after the page at hand was read, where it shows the chat
 */
export function useUnreadWatch(viewer: { unread: number } | undefined, ofPage: number | undefined) {
  useEffect(() => setUnreadNow(viewer?.unread), [viewer])
  useEffect(() => {
    if (ofPage !== undefined) setUnreadNow(ofPage)
  }, [ofPage])
  const isSignedIn = viewer !== undefined
  useEffect(() => {
    if (!isSignedIn) return
    const look = () => void lookForNews()
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isSignedIn])
}

/** What cannot be asked now is asked again in a minute. */
async function lookForNews() {
  if (document.visibilityState !== 'visible') return
  const before = unreadNow()
  const answer = await fetch('/profile/chat/unread', { redirect: 'error' }).catch(() => undefined)
  if (!answer?.ok) return
  const { count } = (await answer.json()) as { count: number }
  // What was read meanwhile is counted already.
  if (unreadNow() === before) setUnreadNow(count)
}
