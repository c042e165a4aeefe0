import { expectLine, untilThrough } from './held-request.live.ts'

/**
 * Holds back what the browser would send by itself while it knows that there is no network: its own error page would take
 * the place of ours. What is kept to be read without a network, the site's worker shows (`features/offline`).
 * Gives what stops it.
 */
export function holdNativeRequests(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  // What React has answered by its own is prevented by now.
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

/** To another page of ours, in this tab. */
function leadsOn({ href, target, download, origin, hash }: HTMLAnchorElement): boolean {
  if (origin !== location.origin || target || download) return false
  return !hash || href.split('#')[0] !== location.href.split('#')[0]
}
