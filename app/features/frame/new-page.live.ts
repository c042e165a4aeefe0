import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a page came without a reload the focus goes to its content where it was on something that is gone, so that a
 * screen reader and the Tab key begin there, as they would after a reload.
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
