import { useEffect, useRef } from 'react'

/**
 * Moves the focus, and with it the scroll position, to an element whenever `newest` is another object: a new answer to a
 * form. Without scripts, `autoFocus` on the same element does so when the page loads.
 */
export function useFocusOnNew<Element extends HTMLElement>(newest: unknown) {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (newest) element.current?.focus()
  }, [newest])
  return element
}
