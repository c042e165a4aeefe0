import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { lighterName } from '#app/rules/text/picture.ts'
import { dictionaryUse } from './dictionary.ts'
import { encodingFor, isCompressible } from './encoding.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.dict': 'text/plain; charset=utf-8',
}
const SUFFIXES = { br: '.br', gzip: '.gz', '': '' } as const
const KEPT_IN_MEMORY_BYTES = 128 * 1024
// Files under `assets/` have a hash in their address; pictures and icons have fixed addresses.
const FOREVER = 'public, max-age=31536000, immutable'
const FOR_A_WEEK = 'public, max-age=604800'

interface StaticFile {
  path: string
  type: string
  etag: string
  cacheControl: string
  hasLighter: boolean
  useAsDictionary: string | undefined
  sizes: Map<string, number>
  inMemory: Map<string, Buffer>
}

/**
 * Returns a function that answers a request with a file of the folder, or reports that there is none. The folder is
 * listed once, so no other file can be reached. Sends the precompressed `.br` or `.gz` if the client accepts it, and
 * vehicle pictures in half size for `Save-Data`.
 */
export function staticFiles(folder: string) {
  const files = listFiles(folder)
  return (request: IncomingMessage, response: ServerResponse, pathname: string): boolean => {
    const file = (savesData(request) && files.get(lighterName(pathname))) || files.get(pathname)
    if (!file) return false
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return true
    }
    sendFile(file, request, response)
    return true
  }
}

function savesData(request: IncomingMessage): boolean {
  return request.headers['save-data'] === 'on'
}

function sendFile(file: StaticFile, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('cache-control', file.cacheControl)
  response.setHeader('etag', file.etag)
  if (isCompressible(file.type)) response.setHeader('vary', 'Accept-Encoding')
  if (file.hasLighter) response.setHeader('vary', 'Save-Data')
  if (file.useAsDictionary) response.setHeader('use-as-dictionary', file.useAsDictionary)
  if (request.headers['if-none-match']?.includes(file.etag)) {
    response.writeHead(304).end()
    return
  }
  const wanted = encodingFor(request.headers['accept-encoding'])
  const encoding = file.sizes.has(SUFFIXES[wanted]) ? wanted : ''
  const suffix = SUFFIXES[encoding]
  const size = file.sizes.get(suffix) ?? 0
  if (encoding) response.setHeader('content-encoding', encoding)
  response.writeHead(200, { 'content-type': file.type, 'content-length': size })
  if (request.method === 'HEAD') response.end()
  else if (size <= KEPT_IN_MEMORY_BYTES) response.end(bytesOf(file, suffix))
  else
    createReadStream(file.path + suffix)
      .on('error', () => response.destroy())
      .pipe(response)
}

function bytesOf(file: StaticFile, suffix: string): Buffer {
  const known = file.inMemory.get(suffix)
  if (known) return known
  const bytes = readFileSync(file.path + suffix)
  file.inMemory.set(suffix, bytes)
  return bytes
}

function listFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  const known = new Set(names)
  for (const name of names) {
    const path = join(folder, name)
    const stats = statSync(path)
    if (!stats.isFile() || isTwin(name, known) || name.startsWith('.')) continue
    const sizes = new Map([['', stats.size]])
    for (const suffix of ['.br', '.gz']) if (known.has(name + suffix)) sizes.set(suffix, statSync(path + suffix).size)
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    const etag = `"${createHash('sha256').update(`${name} ${stats.size} ${stats.mtimeMs}`).digest('base64url').slice(0, 16)}"`
    const cacheControl = name.startsWith('assets/') ? FOREVER : FOR_A_WEEK
    const hasLighter = /-lite\.\w+$/.test(lighterName(name))
    const common = { path, type, etag, cacheControl, hasLighter, useAsDictionary: dictionaryUse(name) }
    files.set(`/${name}`, { ...common, sizes, inMemory: new Map() })
  }
  return files
}

function isTwin(name: string, known: Set<string>): boolean {
  return /\.(br|gz)$/.test(name) && known.has(name.replace(/\.(br|gz)$/, ''))
}
