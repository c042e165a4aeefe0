/** What of a message to be sent the room needs to know. Made here; the server knows it by `clientId`. */
export type Outgoing = {
  clientId: string
  text: string
  /** Of the uploads; a message with files waits for them. */
  fileIds?: string[]
  /** `held`: there were too many at once, it goes out by itself in a while. */
  state: 'waiting' | 'sending' | 'held' | 'failed'
  /** Why it failed, in the page's language. */
  error?: string
}

/** How one attempt to send a message ended. */
export type SendResult =
  | { kind: 'sent' }
  /** Nobody knows whether it arrived: it is sent again with the same id. */
  | { kind: 'lost' }
  /** Too many at once: the same message again in a while. */
  | { kind: 'later'; seconds: number }
  | { kind: 'refused'; error: string }

export type Outbox = {
  items(): readonly Outgoing[]
  add(message: Pick<Outgoing, 'clientId' | 'text' | 'fileIds'>): void
  /** The message is known to be in the room. */
  remove(clientId: string): void
  /** A failed message, once more. */
  retry(clientId: string): void
  /** The connection stands (again), or is lost. */
  setOpen(isOpen: boolean): void
}

/**
 * Messages on their way, sent one after the other in the order in which they were written; while there is no connection
 * they wait. One that is refused lets the next one pass. Source: §4, "Chat".
 */
export function createOutbox({
  send,
  onChange,
  wait = (seconds, then) => setTimeout(then, seconds * 1000),
  initial = [],
}: {
  send: (message: Outgoing) => Promise<SendResult>
  onChange: (items: readonly Outgoing[]) => void
  wait?: (seconds: number, then: () => void) => void
  initial?: readonly Outgoing[]
}): Outbox {
  let items: readonly Outgoing[] = initial.map((item) =>
    item.state === 'sending' || item.state === 'held' ? { ...item, state: 'waiting' } : item,
  )
  let isOpen = false
  let isBusy = false
  // Counts connections: what was lost with one says nothing about the next.
  let connection = 0

  return {
    items: () => items,
    add(message) {
      if (items.some(({ clientId }) => clientId === message.clientId)) return
      change([...items, { ...message, state: 'waiting' }])
      void flush()
    },
    remove(clientId) {
      if (items.some((item) => item.clientId === clientId)) change(items.filter((item) => item.clientId !== clientId))
    },
    retry(clientId) {
      update(clientId, { state: 'waiting', error: undefined })
      void flush()
    },
    setOpen(nowOpen) {
      if (nowOpen) connection++
      isOpen = nowOpen
      void flush()
    },
  }

  async function flush() {
    if (isBusy) return
    isBusy = true
    try {
      for (let next = firstWaiting(); isOpen && next; next = firstWaiting()) {
        update(next.clientId, { state: 'sending' })
        const usedConnection = connection
        const result = await send(next)
        if (result.kind === 'sent') drop(next.clientId)
        else if (result.kind === 'refused') update(next.clientId, { state: 'failed', error: result.error })
        else if (result.kind === 'later') {
          update(next.clientId, { state: 'held' })
          await new Promise<void>((resolve) => wait(result.seconds, resolve))
          update(next.clientId, { state: 'waiting' })
        } else {
          update(next.clientId, { state: 'waiting' })
          if (connection === usedConnection) isOpen = false
        }
      }
    } finally {
      isBusy = false
    }
  }

  function firstWaiting() {
    return items.find(({ state }) => state === 'waiting')
  }

  function drop(clientId: string) {
    change(items.filter((item) => item.clientId !== clientId))
  }

  function update(clientId: string, changed: Partial<Outgoing>) {
    change(items.map((item) => (item.clientId === clientId ? { ...item, ...changed } : item)))
  }

  function change(next: readonly Outgoing[]) {
    items = next
    onChange(items)
  }
}

/** What a former page left, less what has reached the room since: it may have been closed before it heard so. */
export function stillToSend(left: readonly Outgoing[], known: readonly { client_id: string }[]): Outgoing[] {
  const arrived = new Set(known.map(({ client_id }) => client_id))
  return left.filter(({ clientId }) => !arrived.has(clientId))
}
