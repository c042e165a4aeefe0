/** Writes one line of JSON. Never give it a phone number, code, token, national id or card number. */
export type Log = (event: string, details?: Record<string, unknown>) => void

const FLUSH_AFTER_MS = 50
const FLUSH_AT_LENGTH = 32_768

/**
 * A log to standard output. Lines are gathered for a moment, because a write to a pipe or a file blocks the process
 * for longer than a cached page takes. `flush` writes what is left; call it before the process ends.
 */
export function createLog(write = (text: string) => void process.stdout.write(text)): { log: Log; flush: () => void } {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting) write(waiting)
    waiting = ''
  }
  const log: Log = (event, details) => {
    waiting += `${JSON.stringify({ at: new Date().toISOString(), event, ...details })}\n`
    if (waiting.length > FLUSH_AT_LENGTH) flush()
    else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref()
  }
  return { log, flush }
}
