/** A request that did not get through and waits for the network; or, after a reload, a form that was left without an answer. */
export interface HeldRequest {
  /** The control that was pressed or changed. */
  by: Element | undefined
  kind: 'form' | 'page' | 'restored'
  /** The form's idempotency key. */
  key?: string
  /** Whether it has got through meanwhile. */
  isAnswered?: boolean
  /** Retries at once. */
  again?: () => void
}

/** The network was lost before an answer came, or a proxy answered in place of the server. */
export class LostLine extends Error {}

const PAUSES_MS = [1000, 2000, 4000, 8000]
const LONGEST_PAUSE_MS = 15_000

let list: readonly HeldRequest[] = []
const listeners = new Set<() => void>()
let pressed: Element | undefined
let save: () => boolean = () => false

/** Sets what stores everything that is typed on the page; it returns whether nothing would be lost by a reload (`kept-forms.live.ts`). */
export function saveTypedBy(saves: () => boolean) {
  save = saves
}

/** Stores everything that is typed on the page. Returns false if something would be lost by a reload. */
export const saveTyped = () => save()

/** The control that was pressed or changed last. */
export const lastPressed = () => pressed

/** The last held request; forms take precedence over pages and data. */
export const heldNow = () => list.findLast(({ kind }) => kind === 'form') ?? list.at(-1)

/** Calls the listener whenever the list of held requests changes; returns how to unsubscribe. */
export function subscribeToHeld(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Adds a request that waits for the network to the list. Adding it twice does nothing. */
export function showHeld(one: HeldRequest) {
  if (!list.includes(one)) setHeld([...list, one])
}

/** Removes a request from the list once it was sent or given up. */
export function removeHeld(one: HeldRequest) {
  if (list.includes(one)) setHeld(list.filter((other) => other !== one))
}

/** Remembers the last pressed control, beside which a notice would appear. */
export function watchPresses() {
  for (const type of ['click', 'change', 'submit'])
    addEventListener(
      type,
      (event) => {
        const target = (event as SubmitEvent).submitter ?? event.target
        if (!(target instanceof Element) || target.closest('.held')) return
        // Ignore the hidden button that conform adds for a moment to validate a field by a submit event.
        if (target.getClientRects().length > 0) pressed = target
      },
      true,
    )
}

/**
 * Repeats a request until it gets through: after a second, then at longer intervals, when the network is back, or when somebody
 * presses "try again". Meanwhile the page stays and says so (`held-message.live.tsx`). Rejects with any error other than `LostLine`,
 * and when the signal aborts, as when somebody leaves the page.
 */
export async function untilThrough<Answer>(
  attempt: () => Promise<Answer>,
  { signal, kind = 'page', key }: { signal?: AbortSignal | null } & Partial<Pick<HeldRequest, 'kind' | 'key'>> = {},
): Promise<Answer> {
  const one: HeldRequest = { by: pressed, kind, key }
  try {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await attempt()
        one.isAnswered = true
        return answer
      } catch (error) {
        if (signal?.aborted || !(error instanceof LostLine)) throw error
      }
      const next = nextTry(one, tries, signal)
      showHeld(one)
      await next
    }
  } finally {
    removeHeld(one)
  }
}

function nextTry(one: HeldRequest, tries: number, abort?: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const { signal } = ended
    const end = () => {
      ended.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, PAUSES_MS[tries] ?? LONGEST_PAUSE_MS)
    addEventListener('online', end, { signal })
    abort?.addEventListener('abort', end, { signal })
    one.again = end
    const form = one.kind === 'form' ? one.by?.closest('form') : undefined
    // The held request has the old input: after a change, only a press sends the form, with its new content.
    const onInput = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      one.again = () => form?.requestSubmit(one.by instanceof HTMLButtonElement ? one.by : null)
    }
    form?.addEventListener('input', onInput, { signal })
  })
}

/** Throws a `LostLine` when the server cannot be reached. */
export async function expectLine() {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok) throw new LostLine()
}

function setHeld(held: readonly HeldRequest[]) {
  list = held
  for (const listener of listeners) listener()
}
