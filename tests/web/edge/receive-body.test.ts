import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { receiveBody } from '#app/web/edge/request/receive-body.ts'

const MEGABYTE = Buffer.alloc(1_000_000)
const open: PassThrough[] = []

afterEach(async () => {
  for (const stream of open.splice(0)) stream.destroy()
  await sleep(1)
})

/** An upload that has sent some megabytes and holds its connection open. */
async function upload(subscriber: string, megabytes: number) {
  const stream = Object.assign(new PassThrough(), { headers: {}, complete: true })
  open.push(stream)
  const outcome = receiveBody(stream as object as IncomingMessage, { limit: 60_000_000, subscriber }).then(
    (body) => body.length,
    (error: { status?: number }) => error.status ?? 'left',
  )
  let ended: unknown
  void outcome.then((value) => {
    ended = value
  })
  for (let sent = 0; sent < megabytes; sent++) stream.write(MEGABYTE)
  await sleep(5)
  return { outcome, finish: () => stream.end(), ended: () => ended }
}

test('where the memory is full, the slowest upload of the network with the most makes room for others', async () => {
  const held = []
  for (const network of ['one', 'two', 'three']) held.push(await upload(network, 50), await upload(network, 16))
  expect(held.map(({ ended }) => ended())).toEqual(Array.from({ length: 6 }, () => undefined))
  const more = await upload('four', 8)
  more.finish()
  expect(await more.outcome).toBe(8_000_000)
  const refused = held.filter(({ ended }) => ended() === 503)
  expect(refused.length).toBe(1)
  expect(held.filter(({ ended }) => ended() !== undefined)).toEqual(refused)
})

test('an upload of the network with the most is refused itself', async () => {
  const others = [await upload('one', 45), await upload('two', 45), await upload('three', 45)]
  const [first, second] = [await upload('four', 20), await upload('four', 46)]
  expect([first.ended(), second.ended()].filter((ended) => ended === 503)).toHaveLength(1)
  expect(others.map(({ ended }) => ended())).toEqual([undefined, undefined, undefined])
})
