import type { MouseEvent } from 'react'

/** Lets a link open a dialog over the page at hand instead of leading to its page. A new tab stays a new tab. */
export function insteadOfLink(event: MouseEvent, open: () => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  open()
}
