import { expect, test } from 'vitest'
import { askBank } from '#app/providers/gateways/bank-call.ts'

const NOW = () => new Date('2026-11-21T08:00:00Z')
const ask = (answer: typeof fetch, timeoutMs = 5_000) =>
  askBank({ fetch: answer, now: NOW, timeoutMs }, 'http://127.0.0.1:1/secret', { merchant: 'secret' })

test.each([
  ['status 503', async () => new Response('unavailable', { status: 503 })],
  ['status 200, no JSON object', async () => new Response('<h1>Success</h1>')],
  ['status 400, no JSON object', async () => new Response('[]', { status: 400 })],
])('an unusable answer is no answer: %s', async (reason, answer) => {
  expect(await ask(answer)).toEqual({ heard: false, reason })
})

test('an answer that takes too long is cancelled', async () => {
  const silent: typeof fetch = (_, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  expect(await ask(silent, 20)).toEqual({ heard: false, reason: 'time-out' })
})

test('if nobody listens, the reason names no address', async () => {
  expect(await ask(fetch)).toEqual({ heard: false, reason: expect.stringMatching(/^no connection( \(\w+\))?$/) })
})

test('an endless answer is cancelled, and its connection is closed', async () => {
  let sent = 0
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(16_000).fill(32))
    },
    cancel() {
      isCancelled = true
    },
  })
  expect(await ask(async () => new Response(endless))).toEqual({
    heard: false,
    reason: 'status 200, over 64000 bytes',
  })
  expect([sent < 20, isCancelled]).toEqual([true, true])
})
