import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { keptPicture } from '#app/features/share/kept-pictures.server.ts'

const MEGABYTE = 1_000_000

/** A drawing that waits until it is released. */
function slowDrawing() {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  return { draw: vi.fn(() => promise), finish: () => resolve(Buffer.from('drawn')) }
}

test('requests for the same picture wait for the same drawing, which is cached', async () => {
  const { draw, finish } = slowDrawing()
  const both = [keptPicture('one', draw), keptPicture('one', draw)]
  finish()
  expect((await Promise.all(both)).map(String)).toEqual(['drawn', 'drawn'])
  await keptPicture('one', draw)
  expect(draw).toHaveBeenCalledTimes(1)
})

test('two are drawn at a time, twenty wait, and further ones have to come again', async () => {
  const drawings = Array.from({ length: 23 }, slowDrawing)
  const answers = drawings.map(({ draw }, nth) => keptPicture(`crowd ${nth}`, draw))
  expect(await answers[22]).toBeUndefined()
  await setImmediate()
  expect(drawings.filter(({ draw }) => draw.mock.calls.length > 0)).toHaveLength(2)
  for (const { finish } of drawings) finish()
  const drawn = await Promise.all(answers)
  expect(drawn.filter((picture) => picture !== undefined)).toHaveLength(22)
})

test('a failed drawing frees its place, and is tried again', async () => {
  const draw = vi.fn(() => Promise.reject(new Error('no font')))
  await expect(keptPicture('broken', draw)).rejects.toThrow('no font')
  await expect(keptPicture('broken', draw)).rejects.toThrow('no font')
  expect(draw).toHaveBeenCalledTimes(2)
  expect(String(await keptPicture('after it', async () => Buffer.from('drawn')))).toBe('drawn')
})

test('the cache never exceeds its bytes: the oldest is removed', async () => {
  const draw = vi.fn(async () => Buffer.alloc(MEGABYTE))
  for (let nth = 0; nth < 40; nth += 1) await keptPicture(`large ${nth}`, draw)
  await keptPicture('large 39', draw)
  expect(draw).toHaveBeenCalledTimes(40)
  await keptPicture('large 0', draw)
  expect(draw).toHaveBeenCalledTimes(41)
})
