import { inflateSync } from 'node:zlib'

/** The most that the compressed groups of objects may unpack to together, in bytes: small texts, not pictures. */
const MOST_UNPACKED = 20_000_000

const HASH = 0x23

/** What runs, opens, sends or carries something. Short names need what follows them, or binary data would match by chance. */
const ACTIVE = [
  /\/(?:JavaScript|OpenAction|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE)\b/,
  /\/(?:JS|XFA)\s*(?:\(|<|\[|\d+\s+\d+\s+R)/,
  /\/AA\s*(?:<<|\d+\s+\d+\s+R)/,
]

/**
 * Whether a PDF contains scripts, actions that start by themselves, or attached files; also when their names are written in
 * hexadecimal, or their objects are compressed. What cannot be looked into counts as active: an encrypted PDF, and objects
 * compressed in another way than by Flate, or unpacked to more than any document needs. It can take seconds, so `pdf-check.ts` calls this
 * in a thread that can be ended. Source: issue 18; ISO 32000-1, 7.3.5 and 7.5.7.
 */
export function isActivePdf(bytes: Uint8Array): boolean {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = raw.toString('latin1')
  if (/\/Encrypt\s*(?:<<|\d+\s+\d+\s+R)/.test(withPlainNames(text)) || isActive(text)) return true
  let [before, left] = [0, MOST_UNPACKED]
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream[ \t\f\0]*\r?\n?/g)) {
    // All that stands since the stream before, because a dictionary's beginning could be hidden in a text or a comment.
    const dictionary = withPlainNames(text.slice(before, index))
    before = index + keyword.length
    if (!/\/ObjStm\b/.test(dictionary) || !/\/Filter\b/.test(dictionary)) continue
    const unpacked = unpack(raw.subarray(before, endOf(text, before)), dictionary, left)
    if (unpacked === undefined || isActive(unpacked)) return true
    left -= unpacked.length
  }
  return false
}

function isActive(text: string): boolean {
  const plain = withPlainNames(text)
  return ACTIVE.some((pattern) => pattern.test(plain))
}

/** `/J#61vaScript` is `/JavaScript`. By bytes: the engine ends the process when a pattern is replaced millions of times in one text. */
function withPlainNames(text: string): string {
  let from = text.indexOf('#')
  if (from < 0) return text
  const bytes = Buffer.from(text, 'latin1')
  let to = from
  while (from < bytes.length) {
    const [high, low] = bytes[from] === HASH ? [hexDigit(bytes[from + 1]), hexDigit(bytes[from + 2])] : [-1, -1]
    const isWritten = high >= 0 && low >= 0
    bytes[to] = isWritten ? 16 * high + low : bytes[from]!
    from += isWritten ? 3 : 1
    to += 1
  }
  return bytes.toString('latin1', 0, to)
}

/** -1 for what is none. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function endOf(text: string, start: number): number {
  const end = text.indexOf('endstream', start)
  return end < 0 ? text.length : end
}

/** Undefined where it cannot be unpacked: another filter or several, a predictor, broken data, or more than `most` bytes of it. */
function unpack(packed: Uint8Array, dictionary: string, most: number): string | undefined {
  const isFlate = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(dictionary)
  if (!isFlate || /\/Predictor\b/.test(dictionary) || most < 1) return undefined
  try {
    return inflateSync(packed, { maxOutputLength: most }).toString('latin1')
  } catch {
    return undefined
  }
}
