declare global {
  interface Window {
    /** Controls that were changed before the page's scripts ran: kept by the starter of `later-scripts.ts`. */
    earlyChanges?: EventTarget[]
  }
}

type Kept = { control: EventTarget; value: string; checked: boolean }

/** What the changed controls hold now, before anything of the page is set up; no more is kept from here on. */
export function takeEarlyChanges(): Kept[] {
  const changed = [...new Set(window.earlyChanges ?? [])]
  if (window.earlyChanges) window.earlyChanges.push = () => 0
  return changed.map((control) => {
    const { value = '', checked = false } = control as Partial<HTMLInputElement>
    return { control, value, checked }
  })
}

/** Makes each early change again, now that somebody listens: as a filter that was chosen while the scripts came. */
export function replayEarlyChanges(changes: Kept[]) {
  for (const { control, value, checked } of changes) {
    if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
      if (control.type === 'radio' && !checked) continue
      control.checked = !checked
      control.click()
    } else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
      control.value = value
      control.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
}
