import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message, Messenger } from './message.ts'

/** The file of the stand-in for SMS and e-mail (decisions.md, Identity and access). */
export function outboxFile(folder: string): string {
  return join(folder, 'outbox.jsonl')
}

/**
 * The local stand-in for every SMS and e-mail provider: writes each message as a JSON line `{at, channel, to, text, code?}` to
 * `outbox.jsonl` in `folder`, in the order of the calls. `onSent` gets what may be logged: never the number or the code.
 */
export function createOutbox(options: {
  folder: string
  now: () => Date
  onSent?: (note: { channel: Message['channel']; file: string }) => void
}): Messenger {
  const file = outboxFile(options.folder)
  let lastWrite: Promise<unknown> = Promise.resolve()

  return {
    name: 'outbox',
    send({ channel, to, text, code }) {
      const line = `${JSON.stringify({ at: options.now().toISOString(), channel, to, text, code })}\n`
      const write = lastWrite.then(async () => {
        await mkdir(options.folder, { recursive: true })
        await appendFile(file, line, { mode: 0o600 })
        options.onSent?.({ channel, file })
      })
      // A failed write rejects its own caller; the next one must not fail with it.
      lastWrite = write.catch(() => undefined)
      return write
    },
  }
}
