import { nameOfButton, setKey } from '#app/ui/connection/form-key.live.ts'
import { forgetFiles } from '#app/ui/form/kept-files.live.ts'
import { type HeldRequest, heldNow, removeHeld, saveTypedBy, showHeld, subscribeToHeld } from './held-request.live.ts'

/** What was typed into a form without an answer, stored in this tab only; removed once it has an answer, and at the sign-out. */
interface KeptForm {
  person: string
  /** Path and query of its page. */
  page: string
  /** The index of the form on the page. */
  nth: number
  key?: string
  /** The button that sent it, as its name and value. */
  by?: string
  /** Whether it is kept for its page in another language, to which a link was followed: filled in once, without a word. */
  isMoved?: boolean
  fields: [name: string, value: string][]
}

const KEPT_AS = 'kept-form'
const MAX_LETTERS = 50_000
/** Secrets are never stored, nor are the page's own hidden fields. */
const UNKEPT_TYPES = ['password', 'hidden', 'file', 'submit', 'button']
const UNKEPT_PURPOSE = /one-time-code|password|cc-/

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The forms with input, the last one last. */
const typed = new Set<HTMLFormElement>()
/** What was stored before the page was loaded is filled in once for a person. */
let restoredFor: string | undefined
let restored: HeldRequest | undefined
let stopBefore = () => {}

/**
 * Stores forms whose requests do not get through, so that they survive a reload; and, when the page is left without a network
 * or is to be reloaded, the form with input. Returns a function that stops it; so does the next call.
 * @param person the signed-in person; what somebody else typed is deleted
 */
export function keepForms(person: string): () => void {
  stopBefore()
  const ended = new AbortController()
  const { signal } = ended
  let held: HeldRequest | undefined
  // Before this started, or the page's other scripts.
  for (const form of document.forms) if (hasInput(form)) typed.add(form)
  for (const [control] of window.earlyChanges ?? []) noteInput(control)
  if (restoredFor !== person) restored = restore(person)
  restoredFor = person

  const noteHeld = () => {
    const now = heldNow()
    if (now === held) return
    if (held?.kind === 'form' && held.isAnswered) sessionStorage.removeItem(KEPT_AS)
    held = now
    const form = now?.kind === 'form' ? now.by?.closest('form') : undefined
    if (form) keep(form, { person, key: now?.key, by: nameOfButton(now?.by) })
  }
  const stop = subscribeToHeld(noteHeld)
  noteHeld()
  addEventListener(
    'input',
    ({ target }) => {
      const form = noteInput(target)
      if (!form) return
      // From here on its content differs from what was sent, so it needs a new key.
      delete form.dataset.key
      if (held?.kind === 'form' && held.by?.closest('form') === form) keep(form, { person })
    },
    { signal },
  )
  addEventListener(
    'submit',
    ({ target }) => {
      if (!(target instanceof HTMLFormElement)) return
      const isRestored = restored?.by?.closest('form') === target
      if (restored && isRestored) removeHeld(restored)
      const isSignOut = target.getAttribute('action')?.endsWith('/logout')
      if (isSignOut) forgetFiles()
      if (isSignOut) sessionStorage.clear()
      else if (isRestored) sessionStorage.removeItem(KEPT_AS)
    },
    { signal, capture: true },
  )
  addEventListener(
    'submit',
    ({ defaultPrevented, target }) => {
      // The browser sends it and leaves the page: nothing of it waits any more.
      if (!defaultPrevented && target instanceof HTMLFormElement) typed.delete(target)
    },
    { signal },
  )
  const save = () => {
    const forms = [...typed].filter(({ isConnected }) => isConnected)
    const form = forms.findLast(isSent) ?? forms.at(-1)
    if (held?.kind === 'form') return forms.every((one) => one === held?.by?.closest('form'))
    return !form || (keep(form, { person }) && forms.length === 1)
  }
  // Until React has hydrated the page, it works by links and forms alone, and nothing would fill it again before a touch.
  saveTypedBy(() => ('awake' in document.documentElement.dataset ? save() : typed.size === 0))
  addEventListener('pagehide', () => (held || !navigator.onLine) && save(), { signal })
  addEventListener(
    'click',
    ({ target, defaultPrevented }) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
      const form = link && !defaultPrevented && formToMove()
      if (form) keep(form, { person, page: link.pathname + link.search, isMoved: true })
    },
    { signal },
  )
  stopBefore = () => {
    ended.abort()
    stop()
  }
  return stopBefore
}

/** Notes that a form has input, as the last one; returns it. */
function noteInput(control: EventTarget | null): HTMLFormElement | null {
  const form = control instanceof Element ? control.closest('form') : null
  if (!form) return null
  typed.delete(form)
  typed.add(form)
  return form
}

/** The form with the last input that is still here; or a refused one, whose answer has what was typed. */
function formToMove(): HTMLFormElement | undefined {
  const refused = sendingForms().filter((form) => form.querySelector('[aria-invalid=true]'))
  return [...refused, ...typed].findLast((form) => form.isConnected && isSent(form))
}

const isSent = (form: HTMLFormElement) => form.getAttribute('method') === 'post'
const sendingForms = () => [...document.forms].filter(isSent)
const pageNow = () => location.pathname + location.search

/** Returns whether all of the form is stored. */
function keep(
  form: HTMLFormElement,
  { page = pageNow(), ...one }: Omit<KeptForm, 'page' | 'nth' | 'fields'> & Partial<Pick<KeptForm, 'page'>>,
): boolean {
  const nth = sendingForms().indexOf(form)
  const fields = controlsOf(form)
    .filter((control) => !isBox(control) || control.checked)
    .map(({ name, value }): [string, string] => [name, value])
  const text = JSON.stringify({ ...one, page, nth, fields } satisfies KeptForm)
  if (nth < 0 || text.length > MAX_LETTERS) return false
  sessionStorage.setItem(KEPT_AS, text)
  return ![...form.elements].some((element) => element instanceof HTMLInputElement && element.files?.length)
}

/** Fills the page's form with its stored input, and says so beside its button. */
function restore(person: string): HeldRequest | undefined {
  const kept = readKept()
  if (!kept) return undefined
  if (kept.person !== person) sessionStorage.removeItem(KEPT_AS)
  const form = sendingForms()[kept.nth]
  if (kept.person !== person || kept.page !== pageNow() || !form) return undefined
  for (const control of controlsOf(form)) {
    const values = kept.fields.filter(([name]) => name === control.name).map(([, value]) => value)
    fill(control, values)
  }
  if (kept.isMoved) {
    sessionStorage.removeItem(KEPT_AS)
    typed.add(form)
    return undefined
  }
  if (kept.key) setKey(form, kept.key, kept.by ?? '')
  const one: HeldRequest = { by: form.querySelector('[type=submit], button:not([type])') ?? form, kind: 'restored' }
  showHeld(one)
  return one
}

function readKept(): KeptForm | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '') as KeptForm
  } catch {
    return undefined
  }
}

function fill(control: Control, values: string[]) {
  if (isBox(control)) {
    // A click, because other scripts listen to it, as for updating a price.
    if (control.checked !== values.includes(control.value)) control.click()
    return
  }
  const [value] = values
  if (value === undefined || value === control.value) return
  control.value = value
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Whether something was typed, chosen or checked in a form since the server sent it, apart from its lists. */
const hasInput = (form: HTMLFormElement): boolean => [...form.elements].some(isChanged)

function isChanged(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (!(control instanceof HTMLInputElement)) return false
  return control.value !== control.defaultValue || control.checked !== control.defaultChecked
}

const isBox = (control: Control): control is HTMLInputElement => ['checkbox', 'radio'].includes(control.type)

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement) &&
      element.name !== '' &&
      !UNKEPT_TYPES.includes(element.type) &&
      !UNKEPT_PURPOSE.test(element.autocomplete),
  )
}
