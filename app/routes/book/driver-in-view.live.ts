import { useEffect, useRef } from 'react'

/**
 * Marks an element while it is in the middle of the screen, so that the bar over the page can offer its button
 * (booking.css).
 */
export function useInViewMark<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  useEffect(() => {
    const marked = element.current
    if (!marked) return
    const observer = new IntersectionObserver(
      ([entry]) => marked.toggleAttribute('data-in-view', entry?.isIntersecting === true),
      { rootMargin: '-40% 0px' },
    )
    observer.observe(marked)
    return () => observer.disconnect()
  }, [])
  return element
}
