import { inflateSync } from 'node:zlib'

/** The most that a compressed group of objects may unpack to, in bytes: small texts, not pictures. */
const MOST_UNPACKED = 20_000_000

/** What runs, opens, sends or carries something. Short names need what follows them, or binary data would match by chance. */
const ACTIVE = [
  /\/(?:JavaScript|OpenAction|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE)\b/,
  /\/(?:JS|XFA)\s*(?:\(|<|\[|\d+\s+\d+\s+R)/,
  /\/AA\s*(?:<<|\d+\s+\d+\s+R)/,
]

/**
 * Whether a PDF contains scripts, actions that start by themselves, or attached files; also when their names are written in
 * hexadecimal, or their objects are compressed. What cannot be looked into counts as active: an encrypted PDF, and objects
 * compressed in another way than by Flate. Source: issue 18; ISO 32000-1, 7.3.5 and 7.5.7.
 */
export function isActivePdf(bytes: Uint8Array): boolean {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = raw.toString('latin1')
  if (/\/Encrypt\s*(?:<<|\d+\s+\d+\s+R)/.test(withPlainNames(text)) || isActive(text)) return true
  let before = 0
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream[ \t\f\0]*\r?\n?/g)) {
    // All that stands since the stream before, because a dictionary's beginning could be hidden in a text or a comment.
    const dictionary = withPlainNames(text.slice(before, index))
    before = index + keyword.length
    if (!/\/ObjStm\b/.test(dictionary) || !/\/Filter\b/.test(dictionary)) continue
    const unpacked = unpack(raw.subarray(before, endOf(text, before)), dictionary)
    if (unpacked === undefined || isActive(unpacked)) return true
  }
  return false
}

function isActive(text: string): boolean {
  const plain = withPlainNames(text)
  return ACTIVE.some((pattern) => pattern.test(plain))
}

/** `/J#61vaScript` is `/JavaScript`. */
function withPlainNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function endOf(text: string, start: number): number {
  const end = text.indexOf('endstream', start)
  return end < 0 ? text.length : end
}

/** Undefined where it cannot be unpacked: another filter or several, a predictor, broken data, or too much of it. */
function unpack(packed: Uint8Array, dictionary: string): string | undefined {
  const isFlate = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(dictionary)
  if (!isFlate || /\/Predictor\b/.test(dictionary)) return undefined
  try {
    return inflateSync(packed, { maxOutputLength: MOST_UNPACKED }).toString('latin1')
  } catch {
    return undefined
  }
}
