import { expectLine, untilThrough } from './held-request.live.ts'

/**
 * Holds back requests that the browser would send natively while it is offline, because its error page would replace
 * ours. Pages that are stored for reading offline are still shown, by the site's worker (`features/offline`).
 * Returns a function that stops it.
 */
export function holdNativeRequests(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  // Requests that React handles have called preventDefault by now.
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || navigator.onLine || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    void untilThrough(expectLine, { kind: 'form' }).then(() => form.requestSubmit(submitter))
  }
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (event.defaultPrevented || navigator.onLine || !link || !leadsOn(link)) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || navigator.serviceWorker?.controller) return
    event.preventDefault()
    void untilThrough(expectLine).then(() => location.assign(link.href))
  }
  addEventListener('submit', onSubmit, { signal })
  addEventListener('click', onClick, { signal })
  return () => ended.abort()
}

/** Whether a link leads to another page of this site, in this tab. */
function leadsOn({ href, target, download, origin, hash }: HTMLAnchorElement): boolean {
  if (origin !== location.origin || target || download) return false
  return !hash || href.split('#')[0] !== location.href.split('#')[0]
}
