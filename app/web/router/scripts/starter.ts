/**
 * Loads a page's scripts at the first interaction: until then not one byte of them is loaded, and everything on the
 * page works by links and forms. Changes meanwhile are stored for `replayEarlyChanges`. The build inserts this file
 * into pages as an inline script (`vite-starter.ts`): it imports nothing, and relies on the markup that
 * `later-scripts.ts` writes.
 */
const SIGNS = 'pointermove pointerdown touchstart keydown focusin input change wheel touchmove'.split(' ')

for (const sign of SIGNS) addEventListener(sign, wake, { capture: true, passive: true })

const earlyChanges: NonNullable<typeof window.earlyChanges> = []
window.earlyChanges = earlyChanges
addEventListener('change', remember, true)

function wake(event: Event) {
  if (event instanceof PointerEvent && isResting(event)) return
  for (const sign of SIGNS) removeEventListener(sign, wake, true)
  // On a slow connection somebody may interact before the end of the page has arrived.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
  else start()
}

function start() {
  const later = document.querySelector<HTMLScriptElement>('script[type="text/later"]')!
  for (const file of later.dataset.files!.split(' ')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
  const script = document.createElement('script')
  script.type = 'module'
  script.textContent = later.textContent
  document.head.append(script)
  script.remove()
}

/** Browsers report a movement of zero distance when a page appears under a resting pointer. */
function isResting({ type, movementX, movementY }: PointerEvent): boolean {
  return type === 'pointermove' && movementX === 0 && movementY === 0
}

function remember({ target }: Event) {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
    earlyChanges.push([target, target.value, 'checked' in target && target.checked])
}
