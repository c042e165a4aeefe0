import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { facetId, withShown } from '#app/features/search/search-query.ts'
import { fetchCards } from './ad-card.live.tsx'

/** So long after the last change of a filter it is applied. */
const QUIET_MS = 350

/**
 * With JavaScript a changed filter applies by itself, the page's own links change the list without a reload, and an
 * emptied pick-up time empties the return time (§4). The focus stays where it is.
 */
export function useLiveResults(page: RefObject<HTMLElement | null>, query: string) {
  const navigate = useNavigate()
  const opening = useRef<string>(undefined)
  /** Set while a filter was changed and its list is not asked for yet. */
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const root = page.current
    if (!root) return
    // A change that comes while a filter is being opened must not close it: the form does not name that filter yet.
    const addressNow = (form: HTMLFormElement) => {
      const address = addressOf(form)
      return opening.current ? withShown(address, opening.current) : address
    }
    const applySoon = (form: HTMLFormElement) => {
      stopWaiting()
      getReady(() => addressNow(form))
      timer.current = setTimeout(() => {
        stopWaiting()
        navigate(addressNow(form), { preventScrollReset: true })
      }, QUIET_MS)
    }
    const stopWaiting = () => {
      clearTimeout(timer.current)
      timer.current = undefined
    }
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
      if (target.name === 'start_time' && target.value === '') clearReturnTime(target.form)
      if (target.form?.id === 'filter-form') applySoon(target.form)
    }
    const onClick = (event: MouseEvent) => {
      const button = (event.target as Element).closest?.('button')
      if (button?.name === 'show' && button.form) return openFilter(event, button.form, button.value)
      const link = (event.target as Element).closest?.('a')
      const href = link?.getAttribute('href')
      if (!href?.startsWith('?') || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      stopWaiting()
      opening.current = undefined
      getReady(() => href)
      navigate(href, { preventScrollReset: !link?.closest('.pages') })
    }
    const openFilter = (event: MouseEvent, form: HTMLFormElement, group: string) => {
      event.preventDefault()
      opening.current = group
      stopWaiting()
      const address = addressNow(form)
      getReady(() => address)
      navigate(address, { preventScrollReset: true })
    }
    root.addEventListener('change', onChange)
    root.addEventListener('click', onClick)
    return () => {
      stopWaiting()
      root.removeEventListener('change', onChange)
      root.removeEventListener('click', onClick)
    }
  }, [page, navigate])

  // The opened filter takes the place of its button: the focus goes on there.
  useEffect(() => {
    const opened = opening.current && document.getElementById(facetId(opening.current))
    if (!opened || opened.tagName === 'BUTTON') return
    opening.current = undefined
    opened.focus()
  })

  const shown = useRef(query)
  useEffect(() => {
    const form = page.current?.querySelector<HTMLFormElement>('#filter-form')
    // A list that arrives between a change and its own request must not undo that change.
    if (form && shown.current !== query && !timer.current) showQuery(form, new URLSearchParams(query))
    shown.current = query
  }, [page, query])
}

/** Fetches what another list needs while it is on its way; where that cannot be had, the list comes as a whole page. */
function getReady(address: () => string) {
  fetchCards().catch(() => {
    // Without a network the page stays, and the router says so.
    if (navigator.onLine) location.assign(address())
  })
}

/** Says the new count to screen readers once it has changed; silent on a page that has just come. */
export function CountAnnouncement({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  const last = useRef(text)
  useEffect(() => {
    if (last.current !== text) setSaid(text)
    last.current = text
  }, [text])
  return (
    <p className="vh" role="status">
      {said}
    </p>
  )
}

/** Empties the return time of a form whose pick-up time was emptied, as the server does (§4, "Booking"). */
function clearReturnTime(form: HTMLFormElement | null) {
  const end = form?.elements.namedItem('end_time')
  if (end instanceof HTMLSelectElement) end.value = ''
}

/** The form's address without empty fields. */
function addressOf(form: HTMLFormElement): string {
  const filled = [...new FormData(form)].filter(([, value]) => typeof value === 'string' && value !== '')
  return `?${new URLSearchParams(filled as [string, string][])}`
}

/** Boxes and lists as the address has them: after Back they would still show what was last chosen. */
function showQuery(form: HTMLFormElement, query: URLSearchParams) {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = query.getAll(control.name).includes(control.value)
    } else if (control instanceof HTMLSelectElement) {
      control.value = query.get(control.name) ?? ''
    } else if (control instanceof HTMLInputElement && control.type === 'text' && control !== document.activeElement) {
      if (!control.ariaInvalid) control.value = query.get(control.name) ?? ''
    }
  }
}
