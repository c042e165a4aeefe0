import { readFileSync, writeFileSync } from 'node:fs'
import { compress } from '#app/web/edge/encoding.ts'

const WORTH_BYTES = 200

/** Lays a Brotli and a gzip twin beside a file where that is smaller. */
export async function layTwins(file: string): Promise<void> {
  const raw = readFileSync(file)
  if (raw.length < WORTH_BYTES) return
  const twins = [
    ['.br', await compress(raw, 'br', 11)],
    ['.gz', await compress(raw, 'gzip', 11)],
  ] as const
  for (const [suffix, body] of twins) if (body.length < raw.length) writeFileSync(file + suffix, body)
}
