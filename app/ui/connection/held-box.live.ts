/** Makes the box beside the pressed control that says that its request did not get through. */
export function makeHeldBox(by: Element | undefined): HTMLElement {
  const made = document.createElement('div')
  made.className = 'held'
  // A live region must exist before its text, or screen readers do not announce it.
  made.setAttribute('role', 'status')
  const pressed = by?.isConnected ? by : document.querySelector('#main')?.lastElementChild
  const around = pressed?.closest('nav, .row, .chips, label, ul, ol, table') ?? pressed
  around?.after(made)
  return made
}
