import { transcode } from 'node:buffer'

/** A piece of a page: a text, or its UTF-8 where the same piece is sent with many pages. */
export type PagePiece = string | Uint8Array

/**
 * A rendered page as an answer. Its text is passed on as it is, in pieces (`applyEdits`): a `Response` stream would encode and
 * copy it three times. Piece `page-text`: 7 % of the CPU time of a rendered page.
 */
export class PageResponse extends Response {
  readonly pieces: readonly PagePiece[]

  constructor(pieces: readonly PagePiece[], init: ResponseInit) {
    super(null, init)
    this.pieces = pieces
  }

  override async text(): Promise<string> {
    return textOfPieces(this.pieces)
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return new TextEncoder().encode(await this.text()).buffer as ArrayBuffer
  }
}

/**
 * The bytes of an answer. The site is built separately from the process that sends its pages, so a page is recognised
 * by its pieces.
 */
export async function bytesOf(response: Response): Promise<Buffer> {
  return isPage(response) ? encoded(response.pieces) : Buffer.from(await response.arrayBuffer())
}

/** The text of a page's pieces. */
export function textOfPieces(pieces: readonly PagePiece[]): string {
  return encodedAtLength(pieces).toString()
}

/** Whether an answer is a rendered page. */
export function isPage(response: Response): response is PageResponse {
  return 'pieces' in response && Array.isArray(response.pieces)
}

/** Room for the UTF-16 of any usual piece, and for the UTF-8 of any usual page. */
const room = Buffer.allocUnsafeSlow(1_000_000)
const page = Buffer.allocUnsafeSlow(1_500_000)
const BYTES_A_UNIT = 2
const UTF8_BYTES_A_UNIT = 3
/** Below, two calls take longer than they save. */
const TRANSCODED_LETTERS = 500

/**
 * Pieces as UTF-8. V8 copies its own UTF-16, and the transcoder uses vector instructions: a Persian page takes half the
 * time of `Buffer.from`. Half a surrogate pair, which cannot be transcoded, becomes U+FFFD as everywhere else.
 */
function encoded(pieces: readonly PagePiece[]): Buffer {
  let end = 0
  for (const piece of pieces) {
    const isText = typeof piece === 'string'
    if (end + piece.length * (isText ? UTF8_BYTES_A_UNIT : 1) > page.length) return encodedAtLength(pieces)
    if (isText && piece.length < TRANSCODED_LETTERS) {
      end += page.write(piece, end)
      continue
    }
    const bytes = isText ? transcoded(piece) : piece
    page.set(bytes, end)
    end += bytes.length
  }
  return Buffer.from(page.subarray(0, end))
}

function encodedAtLength(pieces: readonly PagePiece[]): Buffer {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}

function transcoded(text: string): Buffer {
  if (text.length * BYTES_A_UNIT > room.length) return Buffer.from(text)
  try {
    return transcode(room.subarray(0, room.write(text, 'utf16le')), 'utf16le', 'utf8')
  } catch {
    return Buffer.from(text)
  }
}
