import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a navigation without a reload, moves the focus to the new page's content if the focused element is gone, so that
 * screen readers and the Tab key start there, as they would after a reload.
 */
export function useFocusOnNewPage() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
