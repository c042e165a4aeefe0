import type { MouseEvent } from 'react'
import { insteadOfLink } from '#app/ui/dialog-link.ts'
import { observed } from '#app/ui/observed.ts'

const requested = observed(false)
export const subscribeToChat = requested.subscribe
export const chatRequested = requested.get

/** Lets a link to the chat's page open the chat over the page at hand instead. */
export function chatOver(event: MouseEvent) {
  insteadOfLink(event, () => requested.set(true))
}

/** Closes the chat panel. The conversation itself stays. */
export function closeChat() {
  requested.set(false)
}

const unread = observed<number | undefined>(undefined)
export const subscribeToUnread = unread.subscribe
/** How many messages are unread by now; undefined while the page itself knows best. */
export const unreadNow = unread.get
export const setUnreadNow = unread.set

/** Messages that were counted as unread have been read in the chat. */
export function countAsRead(messages: number) {
  unread.set(Math.max(0, (unread.get() ?? 0) - messages))
}
