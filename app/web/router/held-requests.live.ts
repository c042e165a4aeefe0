/** What stands before the server answers so where the server itself cannot be reached. */
const AWAY = [502, 503, 504]
/** Of the router's own answers. */
const OURS = 'x-remix-response'

/** What a page does about a lost line (`ui/connection/`). The browser's entry gives it: `web/` knows no part of a page. */
interface Care {
  /** What was pressed or chosen last. */
  lastPressed(): Element | undefined
  keyOfForm(form: HTMLFormElement | null | undefined, submitter: Element | undefined): string
  untilThrough<Answer>(
    attempt: () => Promise<Answer>,
    what: { signal: AbortSignal; kind: 'form' | 'page'; key?: string },
  ): Promise<Answer>
  /** What an attempt throws where the line was lost. */
  LostLine: new () => Error
}

/**
 * Lets the router's requests wait until they get through, so that a lost line never becomes an error page: the router has
 * no other place for it, as what it asks for a link's routes comes before all middleware. A form keeps one key for as long
 * as it is the same, by which it is done once, however often it is sent (`send-once.ts`). Piece `held-requests`: for 1.1 kB no
 * page is lost with the line.
 */
export function holdRouterRequests({ lastPressed, keyOfForm, untilThrough, LostLine }: Care) {
  const send = window.fetch.bind(window)
  window.fetch = (input, init = {}) => {
    const { signal } = init
    // What is fetched ahead, for links that nobody has pressed, comes without a signal.
    if (!(input instanceof URL) || !signal || !/(\.data|\/__manifest)$/.test(input.pathname)) return send(input, init)
    const isForm = init.method !== undefined && init.method !== 'GET'
    const form = lastPressed()?.closest('form')
    if (!isForm) {
      // The routes of a form's address may be asked for before it is sent.
      const kind = form?.method === 'post' && input.pathname.endsWith('/__manifest') ? 'form' : 'page'
      return untilThrough(() => sendWhole(send, input, init, LostLine), { signal, kind })
    }
    const key = keyOfForm(form, lastPressed())
    const headers = new Headers(init.headers)
    headers.set('idempotency-key', key)
    return untilThrough(() => sendWhole(send, input, { ...init, headers }, LostLine), { signal, kind: 'form', key })
  }
}

/** The answer with all of its body; a `LostLine` where it does not come, or is not the server's. */
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
