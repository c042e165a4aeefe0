import { FETCHED_FORM_HEADER, GO_TO_HEADER } from '#app/rules/constants.ts'
import {
  expectLine,
  heldNow,
  LostLine,
  subscribeToHeld,
  untilThrough,
  watchPresses,
} from '#app/ui/connection/held-request.live.ts'
import { keepForms } from '#app/ui/connection/kept-forms.live.ts'
import { holdNativeRequests } from '#app/ui/connection/native-requests.live.ts'
import { keyOfForm, nameOfButton, setKey } from './form-key.live.ts'
import { makeHeldBox } from './held-box.live.ts'

/**
 * For forms on pages without React: sends them by script, so that without a network the page stays, says so beside the button,
 * keeps what was typed and sends it when the network is back. The answer is shown as the browser would show it.
 * It is a script of its own (`web/router/scripts/vite-plain-forms.ts`), whose element has its messages and the signed-in person
 * (`held-words.tsx`). Without it the browser sends the forms natively.
 */
type Said = 'form' | 'page' | 'restored' | 'failed'

/** A proxy answers with these when it cannot reach the server; our server answers 503 when it is busy. */
const AWAY = [502, 503, 504]
/** The server reads no more of a form and closes the connection, which would look like a lost one here. */
const MOST_BYTES = 50_000_000

/** The forms that are being sent or were answered, with their button and an abort controller. */
const underWay = new Map<HTMLFormElement, { by: string; controller: AbortController; leadsTo?: URL }>()
let box: HTMLElement | undefined

const { person = '', icon = '', again: tryAgain = '', ...words } = document.currentScript?.dataset ?? {}
watchPresses()
addEventListener('submit', onSubmit)
addEventListener('pageshow', ({ persisted }) => persisted && forgetSent())
subscribeToHeld(sayHeld)
keepForms(person)
holdNativeRequests()

function onSubmit(event: SubmitEvent) {
  const { target: form, submitter } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !isOurs(form)) return
  event.preventDefault()
  const by = nameOfButton(submitter)
  const before = underWay.get(form)
  // The same button again while the request is held: retry at once.
  if (before?.by === by && form.dataset.key) return before.leadsTo ? leave(before.leadsTo) : heldNow()?.again?.()
  before?.controller.abort()
  const controller = new AbortController()
  underWay.set(form, { by, controller })
  void send(form, { submitter, by, signal: controller.signal })
}

function isOurs(form: HTMLFormElement): boolean {
  const isPost = form.getAttribute('method') === 'post'
  if (!isPost || form.hasAttribute('target') || addressOf(form).origin !== location.origin) return false
  const sizes = [...new FormData(form).values()].map((value) => (typeof value === 'string' ? 0 : value.size))
  return sizes.reduce((sum, size) => sum + size, 0) < MOST_BYTES
}

/** Reads the attribute: a field called `action` would hide the form's property. */
function addressOf(form: HTMLFormElement): URL {
  return new URL(form.getAttribute('action') || location.href, location.href)
}

async function send(
  form: HTMLFormElement,
  { submitter, by, signal }: { submitter: HTMLElement | null; by: string; signal: AbortSignal },
) {
  const key = keyOfForm(form, submitter)
  setKey(form, key, by)
  const fields = new FormData(form, submitter)
  // URLSearchParams cannot contain files, and only a multipart form has any.
  const body =
    form.getAttribute('enctype') === 'multipart/form-data'
      ? fields
      : new URLSearchParams(fields as unknown as [string, string][])
  const headers = { accept: 'text/html', 'idempotency-key': key, [FETCHED_FORM_HEADER]: '1' }
  const init: RequestInit = { method: 'POST', body, headers, signal, cache: 'no-store' }
  submitter?.setAttribute('aria-busy', 'true')
  try {
    const sent = textsNow()
    const answer = await untilThrough(() => sendWhole(addressOf(form), init), { signal, kind: 'form', key })
    await show(answer, form, sent)
  } catch {
    if (signal.aborted) return
    underWay.delete(form)
    submitter?.removeAttribute('aria-busy')
    say(submitter ?? form, 'failed', () => form.requestSubmit(submitter))
  }
}

/** Sends a form and reads the whole answer. Throws a `LostLine` when there is none, and another error when the server failed. */
async function sendWhole(url: URL, init: RequestInit): Promise<Response> {
  const { status, headers, whole } = await fetchWhole(url, init).catch((error: unknown) => {
    throw init.signal?.aborted ? error : new LostLine()
  })
  if (AWAY.includes(status)) throw new LostLine()
  if (status >= 500) throw new Error(String(status))
  return new Response(whole.byteLength > 0 ? whole : null, { status, headers })
}

async function fetchWhole(url: URL, init: RequestInit) {
  const answer = await fetch(url, init)
  return { status: answer.status, headers: answer.headers, whole: await answer.arrayBuffer() }
}

/** Follows the answer's redirect, or shows the answer in this page and keeps what was typed since the form was sent. */
async function show(answer: Response, form: HTMLFormElement, sent: Texts) {
  const goTo = answer.headers.get(GO_TO_HEADER)
  if (goTo !== null) {
    const leadsTo = new URL(goTo, addressOf(form))
    const request = underWay.get(form)
    if (request) request.leadsTo = leadsTo
    return leave(leadsTo)
  }
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (isPage) await showPageKeeping(answer, form, sent)
  else saveFile(await answer.blob(), answer.headers.get('content-disposition') ?? '')
  forgetSent()
}

async function leave(url: URL) {
  if (!navigator.onLine) await untilThrough(expectLine)
  const isHere = url.href.split('#')[0] === location.href.split('#')[0]
  if (!isHere || !url.hash) return location.assign(url)
  // Otherwise an address with a fragment would only scroll this page.
  history.replaceState(null, '', url)
  location.reload()
}

/** The text fields' values, by their ids. */
type Texts = Map<string, string>

function textsNow(): Texts {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#main :is(input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), textarea)[id]',
  )
  return new Map([...fields].map(({ id, value }) => [id, value]))
}

/** Keeps later input only for a refused form, which is shown again to be corrected; other answers have no place for it. */
async function showPageKeeping(answer: Response, form: HTMLFormElement, sent: Texts) {
  const html = await answer.text()
  const typed = answer.ok ? [] : [...textsNow()].filter(([id, text]) => sent.has(id) && sent.get(id) !== text)
  const { activeElement } = document
  showPage(html, addressOf(form))
  for (const [id, text] of typed) {
    const field = document.getElementById(id)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    field.value = text
    if (activeElement?.id === id) field.focus()
  }
}

/** Replaces this page's content by another page's, and moves the focus to that page's `autofocus`, usually its errors. */
function showPage(html: string, url: URL) {
  // That page's inline style is not allowed by this page's content security policy, and the whole style sheet is loaded here anyway.
  const next = new DOMParser().parseFromString(html.replace(/<style>.*?<\/style>/gs, ''), 'text/html')
  if (url.pathname !== location.pathname) history.pushState(null, '', url)
  document.title = next.title
  const [main, content] = [document.querySelector<HTMLElement>('#main'), next.querySelector('#main')]
  if (main && content) main.replaceWith(content)
  else (main ?? document.body).replaceChildren(...next.body.childNodes)
  scrollTo(0, 0)
  const first = document.querySelector<HTMLElement>('#main [autofocus]') ?? document.querySelector<HTMLElement>('#main')
  first?.focus()
}

function saveFile(file: Blob, disposition: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = /filename="?([^";]+)/.exec(disposition)?.[1] ?? ''
  link.click()
}

/** Makes all forms ready to be sent again, as they are after the browser restores a page from its back/forward cache. */
function forgetSent() {
  for (const [form] of underWay) {
    delete form.dataset.key
    for (const button of form.elements) button.removeAttribute('aria-busy')
  }
  underWay.clear()
}

function sayHeld() {
  const held = heldNow()
  if (held) say(held.by, held.kind, () => held.again?.(), held.kind !== 'restored')
  else box?.remove()
}

/** The same note as on other pages (`ui/page/note.tsx`). */
function say(by: Element | undefined, said: Said, again: () => void, hasButton = true) {
  box?.remove()
  const note = make('div', 'note note-warn')
  const text = make('div')
  const line = make('p')
  line.textContent = words[said] ?? ''
  text.append(line)
  if (hasButton) {
    const button = make('button', 'btn btn-s')
    button.type = 'button'
    button.textContent = tryAgain
    button.addEventListener('click', again)
    text.append(button)
  }
  note.append(makeIcon(), text)
  const made = makeHeldBox(by)
  box = made
  requestAnimationFrame(() => made.append(note))
}

function make<Name extends 'div' | 'p' | 'button'>(name: Name, className = ''): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = className
  return element
}

function makeIcon(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  svg.setAttribute('class', 'i')
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', icon)
  svg.append(use)
  return svg
}
