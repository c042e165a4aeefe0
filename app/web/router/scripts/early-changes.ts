declare global {
  interface Window {
    /** Each change of a control before the page's scripts ran, with its value then: stored by `starter.ts`. */
    earlyChanges?: [control: EventTarget, value: string, checked: boolean][]
  }
}

/**
 * Repeats each change that came before the scripts ran, for example of a filter; from then on none is stored. Marks the
 * document as hydrated.
 */
export function replayEarlyChanges() {
  const last = new Map(window.earlyChanges?.map(([control, ...held]) => [control, held]))
  if (window.earlyChanges) window.earlyChanges.push = () => 0
  document.documentElement.toggleAttribute('data-awake', true)
  for (const [control, [value, checked]] of last) replay(control, value, checked)
}

function replay(control: EventTarget, value: string, checked: boolean) {
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
    if (control.type === 'radio' && !checked) return
    control.checked = !checked
    control.click()
  } else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
