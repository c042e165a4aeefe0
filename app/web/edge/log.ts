import type { Log } from '#app/tracing/log-line.ts'
import { currentTraceId } from '#app/tracing/spans.ts'
import { redactWords } from './redact-words.ts'

const FLUSH_AFTER_MS = 50
const FLUSH_AT_LENGTH = 32_768

/**
 * A log to standard output. Lines are buffered briefly, because a write to a pipe or a file blocks the process for
 * longer than a cached page takes. `flush` writes what is left; call it before the process ends.
 */
export function createLog(write = (text: string) => void process.stdout.write(text)): { log: Log; flush: () => void } {
  let waiting: string[] = []
  let length = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length > 0) write(waiting.join(''))
    waiting = []
    length = 0
  }
  const log: Log = (event, details: object = {}) => {
    const rest = JSON.stringify(details, 'message' in details || 'detail' in details ? redactWords : undefined).slice(1)
    const traceId = currentTraceId()
    const trace = traceId ? `,"traceId":"${traceId}"` : ''
    const line = `{"at":"${isoTime(Date.now())}","event":${JSON.stringify(event)}${trace}${rest === '}' ? rest : `,${rest}`}\n`
    waiting.push(line)
    length += line.length
    if (length > FLUSH_AT_LENGTH) flush()
    else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref()
  }
  return { log, flush }
}

let known = { ms: 0, text: '' }

/** Cached, because formatting the time takes longer than the rest of a line and many lines share a millisecond. */
function isoTime(ms: number): string {
  if (known.ms !== ms) known = { ms, text: new Date(ms).toISOString() }
  return known.text
}
