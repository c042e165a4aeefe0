import { readFileSync, writeFileSync } from 'node:fs'
import { compress } from '#app/web/edge/response/encoding.ts'

const WORTH_BYTES = 200

/** Writes a Brotli and a gzip copy beside a file, each only if it is smaller than the file. */
export async function writeCompressedCopies(file: string): Promise<void> {
  const raw = readFileSync(file)
  if (raw.length < WORTH_BYTES) return
  const copies = [
    ['.br', await compress(raw, 'br', 11)],
    ['.gz', await compress(raw, 'gzip', 11)],
  ] as const
  for (const [suffix, body] of copies) if (body.length < raw.length) writeFileSync(file + suffix, body)
}
