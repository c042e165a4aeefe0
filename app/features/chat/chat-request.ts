import type { MouseEvent } from 'react'
import { insteadOfLink } from '#app/ui/dialog-link.ts'
import { observed } from '#app/ui/observed.ts'

const requested = observed(false)
export const subscribeToChat = requested.subscribe
export const chatRequested = requested.get

/** A click handler for links to the chat's page that opens the chat over the current page instead. */
export function chatOver(event: MouseEvent) {
  insteadOfLink(event, () => requested.set(true))
}

/** Closes the chat panel. The conversation itself stays. */
export function closeChat() {
  requested.set(false)
}

const unread = observed<number | undefined>(undefined)
export const subscribeToUnread = unread.subscribe
/** The number of unread messages; undefined until it differs from the page's own number. */
export const unreadNow = unread.get
export const setUnreadNow = unread.set

/** Subtracts messages that were counted as unread and have been read in the chat. */
export function countAsRead(messages: number) {
  unread.set(Math.max(0, (unread.get() ?? 0) - messages))
}
