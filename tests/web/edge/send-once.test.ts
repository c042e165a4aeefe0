import { hash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { FormKey } from '#app/web/edge/request/form-key.ts'
import { answersInMemory, createSendOnce, type Sending } from '#app/web/edge/request/send-once.ts'
import { sessionCookie, sessionOf } from '#app/web/session/cookie/session-cookie.ts'

const secret = 'x'.repeat(32)
const OF_SCRIPT: FormKey = { value: 'a-key-of-this-form-0001', isOfPage: false }
const OF_PAGE: FormKey = { value: 'a-key-of-this-page-0001', isOfPage: true }
const sendingOf = (key: FormKey | undefined, clientAddress = '192.0.2.1'): Sending => ({ key, clientAddress })
const sending = sendingOf(OF_SCRIPT)

function formTo(path = '/blog/first', headers: Record<string, string> = {}) {
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

const once = () => createSendOnce({ store: answersInMemory(), secret })

test('a form that is sent again with its key gets the first answer with its cookies, and takes effect once', async () => {
  const send = once()
  const work = counted()
  await send(formTo(), sending, work)
  const again = await send(formTo(), sending, work)
  expect(work).toHaveBeenCalledTimes(1)
  expect([again.status, await again.text()]).toEqual([202, 'answer 1'])
  expect(again.headers.getSetCookie()).toEqual(['one=1', 'two=2'])
})

test('a form that is sent again while it runs waits for the answer, and asks the store at most twice', async () => {
  const store = answersInMemory()
  const take = vi.spyOn(store, 'take')
  const send = createSendOnce({ store, secret })
  const { promise, resolve } = Promise.withResolvers<Response>()
  const work = vi.fn(() => promise)
  const both = [send(formTo(), sending, work), send(formTo(), sending, work)]
  setImmediate(() => resolve(answerOf(1)))
  const texts = await Promise.all(both.map(async (answer) => (await answer).text()))
  expect(texts).toEqual(['answer 1', 'answer 1'])
  expect(work).toHaveBeenCalledTimes(1)
  expect(take.mock.calls.length).toBeLessThanOrEqual(3)
})

test('the answer of another process is polled less and less often', async () => {
  const store = { ...answersInMemory(), take: vi.fn(async () => 'waiting' as const) }
  const pauses: number[] = []
  const sleep = async (ms: number) => pauses.push(ms)
  const answer = await createSendOnce({ store, secret, sleep })(formTo(), sending, counted())
  expect(answer.status).toBe(503)
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses.length).toBeLessThan(20)
  expect(store.take).toHaveBeenCalledTimes(pauses.length + 1)
})

test('only a limited number of requests wait; the others get 503 and Retry-After', async () => {
  const send = once()
  const { promise, resolve } = Promise.withResolvers<Response>()
  const all = Array.from({ length: 80 }, () => send(formTo(), sending, () => promise))
  const first = await Promise.race(all)
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5'])
  resolve(answerOf(1))
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 202)).toHaveLength(65)
})

test('a failed form runs again', async () => {
  const send = once()
  await send(formTo(), sending, counted(500))
  await expect(send(formTo(), sending, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const work = counted()
  expect(await (await send(formTo(), sending, work)).text()).toBe('answer 1')
})

test('a form whose answer cannot be stored is answered, also when it is sent again, and not done again', async () => {
  const store = { ...answersInMemory(), keep: () => Promise.reject(new Error('no database')) }
  const log = vi.fn()
  const send = createSendOnce({ store, secret, log, sleep: () => new Promise(() => {}) })
  const { promise, resolve } = Promise.withResolvers<Response>()
  const work = vi.fn(() => promise)
  const first = send(formTo(), sending, work)
  await vi.waitFor(() => expect(work).toHaveBeenCalled())
  const both = [first, send(formTo(), sending, work)]
  setImmediate(() => resolve(answerOf(1)))
  const all = [...(await Promise.all(both)), await send(formTo(), sending, work)]
  for (const answer of all) expect([answer.status, await answer.text()]).toEqual([202, 'answer 1'])
  expect(all.at(-1)?.headers.getSetCookie()).toEqual(['one=1', 'two=2'])
  expect(work).toHaveBeenCalledTimes(1)
  expect(log).toHaveBeenCalledExactlyOnceWith('error', expect.objectContaining({ message: 'no database' }))
})

test('an answer that could not be stored is stored later, for other processes', async () => {
  const store = answersInMemory()
  let failures = 3
  const keep = vi.fn<typeof store.keep>((...given) =>
    failures-- > 0 ? Promise.reject(new Error('no database')) : store.keep(...given),
  )
  const pauses: number[] = []
  const sleep = async (ms: number) => pauses.push(ms)
  const work = counted()
  await createSendOnce({ store: { ...store, keep }, secret, sleep })(formTo(), sending, work)
  await vi.waitFor(() => expect(keep).toHaveBeenCalledTimes(4))
  const again = await createSendOnce({ store, secret })(formTo(), sending, work)
  expect([again.status, await again.text()]).toEqual([202, 'answer 1'])
  expect(work).toHaveBeenCalledTimes(1)
  expect(pauses).toEqual([500, 1_000, 2_000])
})

test('a refusal that cannot be stored is given for a moment only', async () => {
  let at = 1_000
  const store = { ...answersInMemory(), keep: () => Promise.reject(new Error('no database')) }
  const send = createSendOnce({ store, secret, sleep: async () => {}, now: () => at })
  expect((await send(formTo(), sending, counted(409))).status).toBe(409)
  expect((await send(formTo(), sending, counted(202))).status).toBe(409)
  at += 61_000
  expect((await send(formTo(), sending, counted(202))).status).toBe(503)
})

test('a failed form fails with its own error, even where its key cannot be released', async () => {
  const store = { ...answersInMemory(), release: () => Promise.reject(new Error('no database')) }
  const send = createSendOnce({ store, secret })
  await expect(send(formTo(), sending, () => Promise.reject(new Error('no')))).rejects.toThrow(/^no$/)
  expect((await createSendOnce({ store, secret })(formTo('/b'), sending, counted(500))).status).toBe(500)
})

test('a refused form gets the same answer for a moment, then it runs again', async () => {
  let at = 1_000
  const send = createSendOnce({ store: answersInMemory(() => at), secret })
  const refused = counted(409)
  await send(formTo(), sending, refused)
  await send(formTo(), sending, refused)
  expect(refused).toHaveBeenCalledTimes(1)
  at += 61_000
  const work = counted()
  expect((await send(formTo(), sending, work)).status).toBe(202)
})

test('other forms, other pages and forms without a key all run', async () => {
  const send = once()
  const work = counted()
  await send(formTo(), sending, work)
  await send(formTo(), sendingOf({ ...OF_SCRIPT, value: `${OF_SCRIPT.value}-other` }), work)
  await send(formTo('/blog/second'), sending, work)
  await send(formTo(), sendingOf(undefined), work)
  await send(formTo(), sendingOf(undefined), work)
  expect(work).toHaveBeenCalledTimes(5)
})

test('another session or browser cannot use a key', async () => {
  const send = once()
  const work = counted()
  const from = (cookie?: string) => formTo('/profile', cookie ? { cookie } : {})
  const senders = [from(), from(sessionOfSomebody()), from(sessionOfSomebody()), from(`device=${'d'.repeat(22)}`)]
  for (const request of senders) await send(request, sending, work)
  expect(work).toHaveBeenCalledTimes(senders.length)
})

test('the key of a public page belongs to one address and program', async () => {
  const send = once()
  const work = counted()
  const from = (agent: string) => formTo('/newsletter', { 'user-agent': agent })
  await send(from('one'), sendingOf(OF_PAGE), work)
  await send(from('one'), sendingOf(OF_PAGE), work)
  expect(work).toHaveBeenCalledTimes(1)
  await send(from('two'), sendingOf(OF_PAGE), work)
  await send(from('one'), sendingOf(OF_PAGE, '192.0.2.2'), work)
  expect(work).toHaveBeenCalledTimes(3)
})

test('a session with refreshed tokens is the same sender', async () => {
  const send = once()
  const work = counted()
  await send(formTo('/profile', { cookie: sessionOfSomebody('same-id') }), sending, work)
  await send(formTo('/profile', { cookie: sessionOfSomebody('same-id') }), sending, work)
  expect(work).toHaveBeenCalledTimes(1)
})

function sessionOfSomebody(id?: string): string {
  const tokens = { access: crypto.randomUUID(), refresh: crypto.randomUUID() }
  const facts = { country_code: '+98', phone: '9120000010', fullname: null, is_agency: false }
  const session = sessionOf(tokens, { ...facts, avatar_id: null, time_zone: null }, { id })
  return sessionCookie(session, { secret, origin: 'http://site' }).split(';', 1)[0] ?? ''
}

test('a form whose sender has taken too many keys is processed each time', async () => {
  const take = vi.fn(async () => 'full' as const)
  const send = createSendOnce({ store: { ...answersInMemory(), take }, secret })
  const work = counted()
  for (const _ of [1, 2]) expect((await send(formTo(), sending, work)).status).toBe(202)
  expect(work).toHaveBeenCalledTimes(2)
})

test('the store learns whose form it is: a sign-in’s, or a network’s', async () => {
  const store = answersInMemory()
  const take = vi.spyOn(store, 'take')
  const send = createSendOnce({ store, secret })
  await send(formTo('/profile', { cookie: sessionOfSomebody('my-id') }), sending, counted())
  await send(formTo('/profile', { cookie: `device=${'d'.repeat(22)}` }), sending, counted())
  const places = take.mock.calls.map(([{ session, clientAddress }]) => [session, clientAddress])
  expect(places).toEqual([
    // Its id is a secret, and only its hash goes into the store.
    [hash('sha256', 'my-id'), '192.0.2.1'],
    [undefined, '192.0.2.1'],
  ])
})

test('a process without a database remembers a limited number of forms of a network and of a sign-in, for an hour', async () => {
  let at = 1_000
  const store = answersInMemory(() => at)
  const takeMany = async (place: object) => {
    const taken = []
    for (let nth = 0; nth < 1_100; nth++) {
      taken.push(await store.take({ key: `${JSON.stringify(place)} ${nth}`, clientAddress: '192.0.2.1', ...place }))
      at += 1_000
    }
    return taken.filter((one) => one === 'mine').length
  }
  expect(await takeMany({})).toBe(300)
  expect(await takeMany({ clientAddress: '2001:db8::1' })).toBe(300)
  expect(await takeMany({ session: 'a-sign-in' })).toBe(1_000)
  expect(await store.take({ key: 'an hour later', clientAddress: '192.0.2.1' })).toBe('full')
  at += 3_600_000
  expect(await store.take({ key: 'an hour later', clientAddress: '192.0.2.1' })).toBe('mine')
})

test('a process without a database remembers answers of a limited length together', async () => {
  const store = answersInMemory()
  const placeOf = (nth: number) => ({ key: `long ${nth}`, clientAddress: `192.0.2.${nth}` })
  for (let nth = 0; nth < 200; nth++) {
    await store.take(placeOf(nth))
    await store.keep(placeOf(nth), 'x'.repeat(300_000))
  }
  expect(await store.take(placeOf(199))).toEqual({ answer: expect.any(String) })
  expect(await store.take(placeOf(0))).toBe('mine')
})
