import { type MouseEvent as ReactMouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { openLogin } from '#app/features/sign-in/login-request.ts'
import { insteadOfLink } from '#app/ui/dialog-link.ts'

/** Shorter scrolls are a trembling finger and ignored. */
const TREMBLE_PX = 6
/** A scroll position so close to the top or bottom counts as the top or bottom. */
const EDGE_PX = 40

/** Hides the bar while the page is scrolled down, shows it scrolling up and at the top and bottom (§2). */
export function useAwayOnScroll(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const { scrollY, innerHeight } = window
      const isAtEdge = scrollY < EDGE_PX || scrollY + innerHeight > document.documentElement.scrollHeight - EDGE_PX
      if (!isAtEdge && Math.abs(scrollY - last) < TREMBLE_PX) return
      bar.current?.toggleAttribute('data-away', !isAtEdge && scrollY > last)
      last = scrollY
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [bar])
}

/** Closes a disclosure on Escape, returning the focus to its summary, and on a click elsewhere. */
export function useClosingMenu(menu: RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const open = menu.current
      if (event.key !== 'Escape' || !open?.open) return
      const hadFocus = open.contains(document.activeElement)
      open.open = false
      if (hadFocus) open.querySelector('summary')?.focus()
    }
    const onClick = (event: Event) => {
      if (menu.current && !menu.current.contains(event.target as Node)) menu.current.open = false
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onClick)
    }
  }, [menu])
}

/**
 * Makes the drawer a dialog: the page beneath is inert while it is open, Escape closes it, and the focus returns
 * to the link that opened it. The same links open and close it through `:target` without JavaScript.
 */
export function useDrawer(box: RefObject<HTMLElement | null>): boolean {
  const opener = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const address = link?.getAttribute('href')
      if (!link || !box.current) return
      if (address === `#${box.current.id}`) {
        event.preventDefault()
        opener.current = link
        setOpen(true)
      } else if (box.current.contains(link)) {
        // If it was opened through its address, before this script had loaded, the link must close it in the same way.
        if (address === '#main' && box.current.classList.contains('is-open')) event.preventDefault()
        setOpen(false)
      }
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [box])

  useEffect(() => {
    const drawer = box.current
    if (!isOpen || !drawer) return
    const beneath = [...(drawer.parentElement?.children ?? [])].filter((element) => element !== drawer)
    for (const element of beneath) element.toggleAttribute('inert', true)
    drawer.querySelector<HTMLElement>('.drawer .ib')?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      for (const element of beneath) element.toggleAttribute('inert', false)
      opener.current?.focus()
    }
  }, [isOpen, box])

  return isOpen
}

/** A click handler for links to the sign-in page that opens the dialog instead, and goes to `target` after it. */
export function signInOver(event: ReactMouseEvent, target: string) {
  insteadOfLink(event, () => openLogin({ cancellable: true, onSuccess: () => location.assign(target) }))
}
