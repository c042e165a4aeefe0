import { LRUCache } from 'lru-cache'

const KEPT_BYTES = 16_000_000
const DRAWN_AT_ONCE = 2
const WAITING_AT_MOST = 20

const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length })
const underWay = new Map<string, Promise<Buffer>>()
const waiting: (() => void)[] = []
let active = 0

/**
 * A picture from the cache, or drawn now; undefined when the queue is so long that it would take too long. Two are
 * drawn at a time, and concurrent requests for the same picture share a drawing.
 */
export async function keptPicture(name: string, draw: () => Promise<Buffer>): Promise<Buffer | undefined> {
  const known = kept.get(name) ?? underWay.get(name)
  if (known) return known
  if (waiting.length >= WAITING_AT_MOST) return undefined
  const drawing = inTurn(draw)
  underWay.set(name, drawing)
  try {
    const picture = await drawing
    kept.set(name, picture)
    return picture
  } finally {
    underWay.delete(name)
  }
}

async function inTurn(draw: () => Promise<Buffer>): Promise<Buffer> {
  if (active >= DRAWN_AT_ONCE) await new Promise<void>((start) => waiting.push(start))
  else active += 1
  try {
    return await draw()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else active -= 1
  }
}
