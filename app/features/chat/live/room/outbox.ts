/** A message that is being sent. The browser makes its `clientId`, by which the server recognises it. */
export type Outgoing = {
  clientId: string
  text: string
  /** The ids of its uploads; a message with files waits for them. */
  fileIds?: string[]
  /** `held`: rate limited, it is sent again by itself after a while. */
  state: 'waiting' | 'sending' | 'held' | 'failed'
  /** Why it failed, in the page's language. */
  error?: string
}

/** How one attempt to send a message ended. */
export type SendResult =
  | { kind: 'sent' }
  /** It is unknown whether it arrived: it is sent again with the same id. */
  | { kind: 'lost' }
  /** Rate limited: send the same message again after this many seconds. */
  | { kind: 'later'; seconds: number }
  | { kind: 'refused'; error: string }

export type Outbox = {
  items(): readonly Outgoing[]
  add(message: Pick<Outgoing, 'clientId' | 'text' | 'fileIds'>): void
  /** Removes a message that is in the room by now. */
  remove(clientId: string): void
  /** Sends a failed message again. */
  retry(clientId: string): void
  /** Sets whether there is a connection. */
  setOpen(isOpen: boolean): void
}

/**
 * Sends messages one after the other in the order in which they were written. Without a connection they wait. A refused message
 * does not stop the next one. Source: §4, "Chat".
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
  // The number of the connection: an attempt that was lost with an earlier one does not affect the present one.
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

/** The messages that an earlier page left unsent, without those that are in the room: it may have been closed before their acknowledgement. */
export function stillToSend(left: readonly Outgoing[], known: readonly { client_id: string }[]): Outgoing[] {
  const arrived = new Set(known.map(({ client_id }) => client_id))
  return left.filter(({ clientId }) => !arrived.has(clientId))
}
