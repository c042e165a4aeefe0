import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress } from '#app/web/edge/encoding.ts'

// node scripts/compress.ts <folder>: lays a Brotli and a gzip twin beside each file that shrinks by them.
const [folder = 'build/client'] = process.argv.slice(2)
const COMPRESSIBLE = /\.(js|css|html|json|svg|txt|webmanifest|xml|map)$/
const WORTH_BYTES = 200

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSIBLE.test(name))
for (const name of files) await layTwins(join(folder, name))

async function layTwins(file: string) {
  const raw = readFileSync(file)
  if (raw.length < WORTH_BYTES) return
  const twins = [
    ['.br', await compress(raw, 'br', 11)],
    ['.gz', await compress(raw, 'gzip', 11)],
  ] as const
  for (const [suffix, body] of twins) if (body.length < raw.length) writeFileSync(file + suffix, body)
}
