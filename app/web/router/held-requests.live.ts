import { RELEASE_HEADER } from '#app/rules/constants.ts'
import { formAnswer, openDocument, openedPage } from './failed-route.ts'

/** Statuses with which a proxy answers if it cannot reach the server. */
const AWAY = [502, 503, 504]
/** Present in the router's own answers. */
const OURS = 'x-remix-response'

/**
 * What a page does about a lost connection (`ui/connection/`). The browser's entry passes it, because `web/` imports no
 * parts of pages.
 */
interface Care {
  /** The control that was pressed or changed last. */
  lastPressed(): Element | undefined
  keyOfForm(form: HTMLFormElement | null | undefined, submitter: Element | undefined): string
  untilThrough<Answer>(
    attempt: () => Promise<Answer>,
    what: { signal: AbortSignal; kind: 'form' | 'page'; key?: string | undefined },
  ): Promise<Answer>
  /** An attempt to reach the server. */
  expectLine(): Promise<void>
  /** Thrown by an attempt whose connection was lost. */
  LostLine: new () => Error
}

/**
 * Makes the router's requests wait until they get through, so that a lost connection never becomes an error page. The
 * router has no hook for this: it requests a link's routes before any middleware runs. A form keeps its key as long as
 * it is unchanged, so that it takes effect once, however often it is sent (`send-once.ts`). Piece `held-requests`: for
 * 1.3 kB no page is lost with the connection, or mixed from two releases.
 */
export function holdRouterRequests({ lastPressed, keyOfForm, untilThrough, expectLine, LostLine }: Care) {
  const send = window.fetch.bind(window)
  let isOld = false
  let formerAnswer: unknown
  window.fetch = (input, init = {}) => {
    const { signal } = init
    // Prefetches for links that nobody has pressed have no signal.
    if (!(input instanceof URL) || !signal || !/(\.data|\/__manifest)$/.test(input.pathname)) return send(input, init)
    const isForm = init.method !== undefined && init.method !== 'GET'
    const form = lastPressed()?.closest('form')
    // The routes of a form's address may be requested before it is sent.
    const isForForm = isForm || (form?.method === 'post' && input.pathname.endsWith('/__manifest'))
    const key = isForm ? keyOfForm(form, lastPressed()) : undefined
    const headers = new Headers(init.headers)
    if (key) headers.set('idempotency-key', key)
    const whole = { ...init, headers }
    const kind = isForForm ? 'form' : 'page'
    if (isForm) formerAnswer = formAnswer()
    if (!isForm && isOld && openedPage(formerAnswer))
      return untilThrough(expectLine, { signal, kind }).then(() => leave() ?? send(input, whole))
    return untilThrough(() => sendWhole(send, input, whole, LostLine), { signal, kind, key }).then((answer) => {
      isOld ||= (answer.headers.get(RELEASE_HEADER) ?? ownRelease()) !== ownRelease()
      return (!isForm && isOld && leave()) || answer
    })
  }

  /**
   * Data of another release are not for this page's components: the page that a link, a search or the answer to a form leads to is opened as a
   * document. A refusal stays, with what was typed, and a page gets what it asks for beside that (a price while a form is filled in).
   */
  function leave(): Promise<Response> | undefined {
    const target = openedPage(formerAnswer)
    if (!target) return undefined
    openDocument(target)
    return new Promise(() => {})
  }
}

/** Of which release the scripts are that run on this page. */
const ownRelease = () => window.__reactRouterManifest?.version

/** The answer with its whole body; a `LostLine` if it does not arrive, or is not the server's. */
async function sendWhole(
  send: typeof fetch,
  url: URL,
  init: RequestInit,
  LostLine: Care['LostLine'],
): Promise<Response> {
  try {
    const answer = await send(url, init)
    const { status, statusText, headers } = answer
    const isPage = status === 200 && headers.get('content-type')?.startsWith('text/html')
    const isAway = init.method !== 'POST' && AWAY.includes(status)
    if (!headers.has(OURS) && (isPage || isAway)) throw new LostLine()
    const body = await answer.arrayBuffer()
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new LostLine()
  }
}
