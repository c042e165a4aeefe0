import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import { RefusedRequest, tooLarge } from './refused-request.ts'

/** How long a body may stall, and its least average speed after that time: a slow phone sends 1 kB/s. */
const STALL_MS = 10_000
const MIN_BYTES_PER_SECOND = 500
const CHECK_EVERY_MS = 1_000
/** How long a refused body is still read and dropped, as many clients only read the answer after sending everything. */
const LINGER_MS = 10_000
/** The most bytes of all bodies being read together, which limits the memory of uploads. */
const MAX_BYTES_BEING_READ = 200_000_000
/** The most of these of one subscriber, so that whoever uploads slowly leaves a place for others. */
const MAX_BYTES_OF_ONE = MAX_BYTES_BEING_READ / 3
/** The limit of bodies without files, forms and JSON, which are read however many uploads there are. */
export const TEXT_BYTES = 64_000

/** A body that is being read. */
interface Body {
  subscriber: string
  bytes: number
  started: number
  refuse: () => void
}

const bodies = new Set<Body>()
let bytesBeingRead = 0
const bytesBySubscriber = new Map<string, number>()

interface Limits {
  /** The most that is read of this body. */
  limit: number
  /** Whose body it is (`subscriberOf`). */
  subscriber: string
}

/**
 * Reads a body to its end. Rejects with a RefusedRequest: 413 past `limit` bytes, 408 for one that stalls for ten
 * seconds or is too slow, 503 for one longer than a text where those of its subscriber exceed their memory, or all
 * together do and it is the slowest one of the subscriber with the most. Rejects with an Error where the client
 * disconnects.
 */
export async function receiveBody(incoming: IncomingMessage, limits: Limits): Promise<Buffer> {
  const chunks: Buffer[] = []
  await readBody(incoming, limits, (chunk) => chunks.push(chunk))
  return Buffer.concat(chunks)
}

/** Like `receiveBody`, but streams the bytes into a parser and ends it. */
export async function pipeBody(incoming: IncomingMessage, limits: Limits, parser: Writable): Promise<void> {
  await readBody(incoming, limits, (chunk) => {
    if (parser.destroyed) return
    parser.write(chunk)
    // Node would read two megabytes at a time and block other requests until they are parsed.
    incoming.pause()
    setImmediate(() => incoming.resume())
  })
  if (!parser.destroyed) parser.end()
}

function readBody(
  incoming: IncomingMessage,
  { limit, subscriber }: Limits,
  take: (chunk: Buffer) => void,
): Promise<void> {
  const announced = Number(incoming.headers['content-length'] ?? 0)
  if (announced > limit) {
    dropRest(incoming)
    return Promise.reject(tooLarge())
  }
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const body: Body = { subscriber, bytes: 0, started, refuse: () => end(tooManyUploads()) }
    let lastChunkAt = started
    bodies.add(body)
    const timer = setInterval(() => {
      const now = performance.now()
      const seconds = (now - started - STALL_MS) / 1000
      const isTooSlow = seconds > 0 && body.bytes < seconds * MIN_BYTES_PER_SECOND
      if (now - lastChunkAt >= STALL_MS || isTooSlow) end(tooSlow())
    }, CHECK_EVERY_MS)
    incoming.on('data', onData)
    incoming.on('end', end)
    incoming.on('error', end)
    incoming.on('close', onClose)

    function onData(chunk: Buffer) {
      lastChunkAt = performance.now()
      body.bytes += chunk.length
      countBytes(subscriber, chunk.length)
      if (body.bytes > limit) return end(tooLarge())
      if (body.bytes > TEXT_BYTES && bytesOf(subscriber) > MAX_BYTES_OF_ONE) return end(tooManyUploads())
      if (bytesBeingRead > MAX_BYTES_BEING_READ) makeRoom()
      if (bodies.has(body)) take(chunk)
    }

    function onClose() {
      end(new Error('The visitor left.'))
    }

    function end(error?: Error) {
      clearInterval(timer)
      if (bodies.delete(body)) countBytes(subscriber, -body.bytes)
      incoming.off('data', onData).off('end', end).off('error', end).off('close', onClose)
      if (!error) return resolve()
      dropRest(incoming)
      reject(error)
    }
  })
}

function countBytes(subscriber: string, bytes: number) {
  bytesBeingRead += bytes
  const own = bytesOf(subscriber) + bytes
  if (own > 0) bytesBySubscriber.set(subscriber, own)
  else bytesBySubscriber.delete(subscriber)
}

function bytesOf(subscriber: string): number {
  return bytesBySubscriber.get(subscriber) ?? 0
}

/**
 * Refuses uploads until the others fit into the memory: of the subscriber with the most, the slowest first. So a few
 * that upload as slowly as possible keep nobody else from uploading.
 */
function makeRoom() {
  const now = performance.now()
  const speedOf = ({ bytes, started }: Body) => bytes / (now - started + 1)
  while (bytesBeingRead > MAX_BYTES_BEING_READ) {
    const [first] = [...bodies]
      .filter(({ bytes }) => bytes > TEXT_BYTES)
      .sort((one, other) => bytesOf(other.subscriber) - bytesOf(one.subscriber) || speedOf(one) - speedOf(other))
    if (!first) return
    first.refuse()
  }
}

function dropRest(incoming: IncomingMessage) {
  incoming.on('error', () => {})
  incoming.resume()
  setTimeout(() => {
    if (!incoming.complete) incoming.destroy()
  }, LINGER_MS).unref()
}

function tooSlow() {
  return new RefusedRequest(408, 'The request did not arrive in time.\n', { connection: 'close' })
}

function tooManyUploads() {
  return new RefusedRequest(503, 'The site is busy. Please try again in a moment.\n', {
    'retry-after': '5',
  })
}
