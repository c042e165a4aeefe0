const KEPT = 'desk-keys'

/** Whether single keys are switched off in this browser. */
export function areKeysOff(): boolean {
  try {
    return localStorage.getItem(KEPT) === 'off'
  } catch {
    // Without storage, nothing can be switched off for good.
    return false
  }
}

/** Switches single keys off or on in this browser. */
export function switchKeys(off: boolean): void {
  try {
    if (off) localStorage.setItem(KEPT, 'off')
    else localStorage.removeItem(KEPT)
  } catch {
    // It holds until the page is left.
  }
}

/**
 * Lets the keys 1 to 8 follow the links that show them, and S go to the search: the same as the elements' access keys,
 * without Alt. Keys count by their place, so a Persian layout works, too. Never while somebody types.
 * @param isOff asked at each key, because it can be switched off (WCAG 2.1.4)
 */
export function listenForKeys(isOff: () => boolean): () => void {
  const press = (event: KeyboardEvent) => {
    const { code, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.isComposing) return
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]'))
      return
    const key = code === 'KeyS' ? 's' : /^(?:Digit|Numpad)([1-8])$/.exec(code)?.[1]
    if (!key || isOff()) return
    const found = document.querySelector<HTMLElement>(`[accesskey="${key}"]`)
    if (!found) return
    event.preventDefault()
    if (found instanceof HTMLInputElement) found.focus()
    else found.click()
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}
