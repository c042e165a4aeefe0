import { expect, test, vi } from 'vitest'
import { answersInMemory, createSendOnce } from '#app/web/edge/send-once.ts'

const KEY = 'a-key-of-this-form-0001'
const secret = 'x'.repeat(32)

function formWith(key: string | undefined, path = '/blog/first') {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return new Request(`http://site${path}`, { method: 'POST', headers, body: 'text=hi' })
}

function answerOf(nth: number, status = 202) {
  const headers = new Headers({ 'x-remix-response': 'yes' })
  headers.append('set-cookie', 'one=1')
  headers.append('set-cookie', 'two=2')
  return new Response(`answer ${nth}`, { status, headers })
}

function counted(status?: number) {
  let times = 0
  return vi.fn(async () => answerOf(++times, status))
}

test('a form that comes again with its key gets the first answer, cookies included, and is done once', async () => {
  const once = createSendOnce({ store: answersInMemory(), secret })
  const work = counted()
  await once(formWith(KEY), work)
  const again = await once(formWith(KEY), work)
  expect(work).toHaveBeenCalledTimes(1)
  expect([again.status, await again.text()]).toEqual([202, 'answer 1'])
  expect(again.headers.getSetCookie()).toEqual(['one=1', 'two=2'])
})

test('a form that comes again while it is being done waits for its answer', async () => {
  const once = createSendOnce({ store: answersInMemory(), secret })
  const { promise, resolve } = Promise.withResolvers<Response>()
  const work = vi.fn(() => promise)
  const both = [once(formWith(KEY), work), once(formWith(KEY), work)]
  setImmediate(() => resolve(answerOf(1)))
  const texts = await Promise.all(both.map(async (answer) => (await answer).text()))
  expect(texts).toEqual(['answer 1', 'answer 1'])
  expect(work).toHaveBeenCalledTimes(1)
})

test('what failed is done anew', async () => {
  const once = createSendOnce({ store: answersInMemory(), secret })
  const failing = counted(500)
  await once(formWith(KEY), failing)
  await expect(once(formWith(KEY), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const work = counted()
  expect(await (await once(formWith(KEY), work)).text()).toBe('answer 1')
})

test('other forms, other pages and forms without a key are each done', async () => {
  const once = createSendOnce({ store: answersInMemory(), secret })
  const work = counted()
  for (const request of [
    formWith(KEY),
    formWith(`${KEY}-other`),
    formWith(KEY, '/blog/second'),
    formWith(undefined),
    formWith(undefined),
  ])
    await once(request, work)
  expect(work).toHaveBeenCalledTimes(5)
})
