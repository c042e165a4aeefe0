/**
 * Wakes a page's scripts at the first sign of a person: until then not one byte of them is fetched, and everything on
 * the page works by links and forms. What is changed meanwhile is remembered for `replayEarlyChanges`. The build puts
 * this file into pages as an inline script (`vite-starter.ts`): it imports nothing, and relies on the markup that
 * `later-scripts.ts` makes.
 */
const SIGNS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'input',
  'change',
  'wheel',
  'touchmove',
] as const

for (const sign of SIGNS) addEventListener(sign, wake, { capture: true, passive: true })

const earlyChanges: NonNullable<typeof window.earlyChanges> = []
window.earlyChanges = earlyChanges
addEventListener('change', remember, true)

function wake(event: Event) {
  if (event instanceof PointerEvent && isResting(event)) return
  for (const sign of SIGNS) removeEventListener(sign, wake, true)
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
  for (const later of document.querySelectorAll('script[type=later]')) {
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = later.textContent
    document.head.append(script)
    script.remove()
  }
}

/** Browsers report a move of no distance where a page comes up under a pointer. */
function isResting({ type, movementX, movementY }: PointerEvent): boolean {
  return type === 'pointermove' && movementX === 0 && movementY === 0
}

function remember({ target }: Event) {
  if (target instanceof HTMLInputElement) earlyChanges.push([target, target.value, target.checked])
  else if (target instanceof HTMLSelectElement) earlyChanges.push([target, target.value, false])
}
