import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeCompressedCopies } from './compressed-copies.ts'

// node scripts/pictures/compress.ts <folder>: writes a Brotli and a gzip copy beside each file that gets smaller by it and has none yet.
const [folder = 'build/client'] = process.argv.slice(2)
const COMPRESSIBLE = /\.(js|css|html|json|svg|txt|webmanifest|xml|map|dict)$/

const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
for (const name of names)
  if (COMPRESSIBLE.test(name) && !names.has(`${name}.br`)) await writeCompressedCopies(join(folder, name))
