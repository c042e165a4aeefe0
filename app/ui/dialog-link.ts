import type { MouseEvent } from 'react'

/** Opens a dialog over the current page instead of following a link, unless the click opens a new tab. */
export function insteadOfLink(event: MouseEvent, open: () => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  open()
}
