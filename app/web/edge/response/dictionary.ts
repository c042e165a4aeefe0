import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { pathIn } from '#app/i18n/language.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#app/rules/constants.ts'

/**
 * What the pages of a language have in common, as the build has written it. A browser that has fetched it gets later pages as their
 * difference from it. Source: RFC 9842.
 */
export interface Dictionary {
  language: Language
  address: string
  bytes: Buffer
  /** As a browser names it in `Available-Dictionary`. */
  name: string
  /** What an answer begins with: the format's magic number and the dictionary's hash. */
  start: Buffer
}

/** Source: RFC 9842, §4.2. */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex')
const FILE = /^shared-(\w+)-[\w-]+\.dict$/

/** The dictionaries of a build; none where this Node cannot use them. */
export function readDictionaries(folder: string): Dictionary[] {
  if (!isAble()) return []
  const assets = join(folder, 'assets')
  return readdirSync(assets).flatMap((file) => {
    const language = languageOfFile(file)
    if (!language) return []
    const bytes = readFileSync(join(assets, file))
    const hash = createHash('sha256').update(bytes).digest()
    const start = Buffer.concat([MAGIC, hash])
    return { language, address: `/assets/${file}`, bytes, name: `:${hash.toString('base64')}:`, start }
  })
}

/**
 * The header that makes a file a dictionary, for pages of its language; undefined for other files. Persian pages have no prefix: of
 * two dictionaries that match, browsers take the longer one.
 */
export function dictionaryUse(name: string): string | undefined {
  const language = languageOfFile(name.replace('assets/', ''))
  if (!language) return undefined
  const pages = language === DEFAULT_LANGUAGE ? '/' : pathIn(language, '/')
  return `match="${pages}*", match-dest=("document")`
}

/** A body as its difference from a dictionary. `level` is zstd's. */
export function compressBy({ bytes, start }: Dictionary, body: Buffer, level: number): Promise<Buffer> {
  const options = {
    dictionary: bytes,
    pledgedSrcSize: body.length,
    params: { [constants.ZSTD_c_compressionLevel]: level },
  }
  return new Promise((resolve, reject) =>
    zstdCompress(body, options, (error, compressed) =>
      error ? reject(error) : resolve(Buffer.concat([start, compressed])),
    ),
  )
}

/** The body of such a difference. */
export function decompressBy({ bytes, start }: Dictionary, difference: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    zstdDecompress(difference.subarray(start.length), { dictionary: bytes }, (error, body) =>
      error ? reject(error) : resolve(body),
    ),
  )
}

function languageOfFile(file: string): Language | undefined {
  const named = FILE.exec(file)?.[1]
  return LANGUAGES.find((language) => language === named)
}

/** Node has zstd since 22.15, its dictionaries since 24.6; before, the option is ignored. */
function isAble(): boolean {
  if (!zstdCompressSync) return false
  const dictionary = Buffer.from('a text that both sides have')
  try {
    zstdDecompressSync(zstdCompressSync(dictionary, { dictionary }))
    // Without its dictionary, a difference from it cannot be read.
    return false
  } catch {
    return true
  }
}
