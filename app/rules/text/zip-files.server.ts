import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'

/** The largest archive in bytes, packed. Source: *ours*. */
const ZIP_BYTES_MAX = 100_000_000
/** So much text at a time keeps the process busy for some milliseconds. */
const PIECE = 128_000

/** A file of an archive, whose text comes in parts. */
export interface ZippedFile {
  name: string
  parts: AsyncIterable<string>
}

/**
 * Packs files one after the other, giving way to other requests after each piece. Throws a RangeError for more than
 * `ZIP_BYTES_MAX`.
 */
export async function zipFiles(files: AsyncIterable<ZippedFile>, at: Date): Promise<Blob> {
  const packed: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let failure: unknown
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    bytes += chunk.length
    // Copied, because the library fills its buffers again.
    packed.push(new Uint8Array(chunk))
  })
  const encoder = new TextEncoder()
  for await (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = at
    zip.add(file)
    for await (const part of parts) {
      const whole = encoder.encode(part)
      for (let from = 0; from < whole.length; from += PIECE) {
        file.push(whole.subarray(from, from + PIECE))
        if (failure) throw failure
        if (bytes > ZIP_BYTES_MAX) throw new RangeError('the archive is too large')
        await setImmediate()
      }
    }
    file.push(new Uint8Array(0), true)
  }
  zip.end()
  if (failure) throw failure
  return new Blob(packed, { type: 'application/zip' })
}
