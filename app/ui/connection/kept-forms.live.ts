import { nameOfButton, setKey } from '#app/ui/connection/form-key.live.ts'
import { forgetFiles } from '#app/ui/form/kept-files.live.ts'
import { type HeldRequest, heldNow, removeHeld, showHeld, subscribeToHeld } from './held-request.live.ts'

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
  fields: [name: string, value: string][]
}

const KEPT_AS = 'kept-form'
const MAX_LETTERS = 50_000
/** Secrets are never stored, nor are the page's own hidden fields. */
const UNKEPT_TYPES = ['password', 'hidden', 'file', 'submit', 'button']
const UNKEPT_PURPOSE = /one-time-code|password|cc-/

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Stores forms whose requests do not get through, so that they survive a reload; and, when the page is left without a network,
 * every form with input. Returns a function that stops it.
 * @param person the signed-in person; what somebody else typed is deleted
 */
export function keepForms(person: string): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const typed = new Set<HTMLFormElement>()
  let held: HeldRequest | undefined
  const restored = restore(person)

  const stop = subscribeToHeld(() => {
    const now = heldNow()
    if (now === held) return
    if (held?.kind === 'form' && held.isAnswered) sessionStorage.removeItem(KEPT_AS)
    held = now
    const form = now?.kind === 'form' ? now.by?.closest('form') : undefined
    if (form) keep(form, { person, key: now?.key, by: nameOfButton(now?.by) })
  })
  addEventListener(
    'input',
    ({ target }) => {
      const form = target instanceof Element ? target.closest('form') : null
      if (!form) return
      typed.add(form)
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
    'pagehide',
    () => {
      const form = [...typed].findLast(({ isConnected }) => isConnected)
      if (form && held?.kind !== 'form' && (held || !navigator.onLine)) keep(form, { person })
    },
    { signal },
  )
  return () => {
    ended.abort()
    stop()
  }
}

const sendingForms = () => [...document.forms].filter((form) => form.getAttribute('method') === 'post')
const pageNow = () => location.pathname + location.search

function keep(form: HTMLFormElement, { person, key, by }: Pick<KeptForm, 'person' | 'key' | 'by'>) {
  const nth = sendingForms().indexOf(form)
  const fields = controlsOf(form)
    .filter((control) => !isBox(control) || control.checked)
    .map(({ name, value }): [string, string] => [name, value])
  const text = JSON.stringify({ person, page: pageNow(), nth, key, by, fields } satisfies KeptForm)
  if (nth >= 0 && text.length <= MAX_LETTERS) sessionStorage.setItem(KEPT_AS, text)
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
