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
 * For pages without React that have a form: sends it, so that the page stays as it is where the line is lost, says so
 * beside the button, keeps what was typed and sends it once it can. The answer is shown as the browser would show it.
 * One script of its own (`web/router/scripts/vite-plain-forms.ts`), whose element has its words and says who is signed in
 * (`held-words.tsx`). Without it the browser sends the forms by itself.
 */
type Said = 'form' | 'page' | 'restored' | 'failed'

/** What stands before the server answers so where the server itself cannot be reached; ours says so when it is busy. */
const AWAY = [502, 503, 504]
/** The server reads no more of a form and hangs up, which looks like a lost connection here. */
const MOST_BYTES = 50_000_000

/** The forms that are on their way or answered, by which button, and what stops them. */
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
  // The same again while it is on its way: it need not wait any longer.
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

/** A field may be called `action`, and hide the form's own. */
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
  // A list of pairs may hold no files, which a form of another encoding does not.
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

/** The answer with all of its body. Throws a `LostLine` where it does not come, and another error where the server failed. */
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

/** Goes where the answer leads, or shows it in this page, where what was typed since the form was sent stays. */
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
  // The browser would only go to that place of the page as it is.
  history.replaceState(null, '', url)
  location.reload()
}

/** What stands in the text fields, by their ids. */
type Texts = Map<string, string>

function textsNow(): Texts {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#main :is(input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), textarea)[id]',
  )
  return new Map([...fields].map(({ id, value }) => [id, value]))
}

/** Only a refused form comes back with fields to be corrected; after another answer the old text belongs to nothing. */
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

/** Puts a page's content in the place of this one's, and the focus where the page wants it: on what is wrong, mostly. */
function showPage(html: string, url: URL) {
  // The first style of that page is not in this one's policy, and the whole sheet is here.
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

/** As after coming back to a page that the browser kept as it was left. */
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
