/** Makes the place beside what was pressed in which it is said that it did not get through. */
export function makeHeldBox(by: Element | undefined): HTMLElement {
  const made = document.createElement('div')
  made.className = 'held'
  // There before its words are: only then are they read out.
  made.setAttribute('role', 'status')
  const pressed = by?.isConnected ? by : document.querySelector('#main')?.lastElementChild
  const around = pressed?.closest('nav, .row, .chips, label, ul, ol, table') ?? pressed
  around?.after(made)
  return made
}
