import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Caller } from '#app/api/app.ts'
import { countIn } from '#app/api/call/limits.ts'
import { CODE_PACE } from '#app/rules/constants.ts'
import { solveTurn } from '#app/rules/identity/sign-in/turn.ts'
import { doorOverHttp } from '#app/web/api.server.ts'
import { type TestApi, testApi } from '../../support/api/api.ts'
import { loadFleet, phoneOf } from '../../support/api/fleet.ts'
import { codeTo, otherThan, signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
beforeAll(() => loadFleet(db))

const NOW = '2026-11-23T06:00:00Z'
let count = 0
const anyPhone = () => phoneOf(1000 + ++count)
const e164 = (phone: string) => `+98${phone.slice(1)}`
/** A new browser on a new network. */
const browser = (): Partial<Caller> => ({
  deviceKey: randomBytes(16).toString('base64url'),
  clientAddress: `198.51.${100 + Math.floor(++count / 250)}.${count % 250}`,
})
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const ask = (api: TestApi, by: Partial<Caller>, phone: string) => api.as(by).account.login({ phone })
const give = (api: TestApi, by: Partial<Caller>, phone: string, token: string) =>
  api.as(by).account.activate({ phone, token })

/** Requests a code and reads it. */
async function sent(api: TestApi, by: Partial<Caller>, phone: string): Promise<string> {
  await ask(api, by, phone)
  await api.drain()
  return codeTo(api, e164(phone))
}

describe('a code belongs to the browser that requested it', () => {
  test('wrong tries from other browsers do not affect it', async () => {
    const api = await testApi({ db })
    const [own, phone] = [browser(), anyPhone()]
    const code = await sent(api, own, phone)
    const others = [
      browser(),
      { ...browser(), clientAddress: own.clientAddress ?? '' },
      { clientAddress: '203.0.113.9' },
    ]
    for (const other of others) {
      for (let tries = 0; tries < 6; tries += 1)
        expect(await codeOf(give(api, other, phone, otherThan(code)))).toBe('INVALID_CREDENTIALS')
    }
    expect(await give(api, own, phone, code)).toHaveProperty('refresh')
  })

  test('it works in no other browser, unless its owner types it there', async () => {
    const api = await testApi({ db })
    const [own, phone] = [browser(), anyPhone()]
    const code = await sent(api, own, phone)
    expect(await codeOf(give(api, { ...browser(), clientAddress: own.clientAddress ?? '' }, phone, code))).toBe(
      'INVALID_CREDENTIALS',
    )
    expect(await give(api, own, phone, code)).toHaveProperty('refresh')
  })

  test('five wrong tries in that browser end it', async () => {
    const api = await testApi({ db })
    const [own, phone] = [browser(), anyPhone()]
    const code = await sent(api, own, phone)
    for (let tries = 0; tries < 5; tries += 1) await codeOf(give(api, own, phone, otherThan(code)))
    expect(await codeOf(give(api, own, phone, code))).toBe('INVALID_CREDENTIALS')
  })

  test('another browser that requests one neither ends it nor has to wait for it', async () => {
    const api = await testApi({ db })
    const [own, other, phone] = [browser(), browser(), anyPhone()]
    const code = await sent(api, own, phone)
    const second = await sent(api, other, phone)
    expect(await give(api, own, phone, code)).toHaveProperty('refresh')
    expect(await give(api, other, phone, second)).toHaveProperty('refresh')
  })

  test('a program without a key shares the key of its network, and over HTTP a header is the key', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const code = await sent(api, { clientAddress: '2001:db8:1:2::1' }, phone)
    expect(await codeOf(give(api, { clientAddress: '2001:db8:1:3::1' }, phone, code))).toBe('INVALID_CREDENTIALS')
    expect(await give(api, { clientAddress: '2001:db8:1:2::9' }, phone, code)).toHaveProperty('refresh')

    const key = randomBytes(16).toString('base64url')
    const send = (path: string, body: object, headers: Record<string, string>) =>
      api.fetch(path, {
        method: path.endsWith('/login/') ? 'POST' : 'PATCH',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const other = anyPhone()
    await send('/api/users/login/', { phone: other }, { 'device-key': key })
    await api.drain()
    const proof = { phone: other, token: codeTo(api, e164(other)) }
    expect((await send('/api/users/activate/', proof, {})).status).toBe(401)
    expect((await send('/api/users/activate/', proof, { 'device-key': `${key}x` })).status).toBe(401)
    expect((await send('/api/users/activate/', proof, { 'device-key': key })).status).toBeLessThan(300)
  })

  test('a site with a remote API passes each browser’s key on, and tries count for that browser', async () => {
    const api = await testApi({ db })
    vi.stubGlobal('fetch', async (request: Request) => {
      const { pathname } = new URL(request.url)
      const body = await request.text()
      return api.fetch(pathname, { method: request.method, headers: request.headers, body })
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const door = doorOverHttp('http://api.example/api')
    const through = ({ deviceKey = '' }: Partial<Caller>) =>
      door({ language: 'fa', requestId: 'test', clientAddress: '192.0.2.1', deviceKey }).account
    const [own, other, phone] = [browser(), browser(), anyPhone()]
    await through(own).login({ phone })
    await api.drain()
    const token = codeTo(api, e164(phone))
    for (let tries = 0; tries < 6; tries += 1)
      expect(await codeOf(through(other).activate({ phone, token: otherThan(token) }))).toBe('INVALID_CREDENTIALS')
    expect(await codeOf(through(other).activate({ phone, token }))).toBe('INVALID_CREDENTIALS')
    expect(await through(own).activate({ phone, token })).toHaveProperty('refresh')
  })

  test('of many simultaneous tries at several processes at most five count', async () => {
    const [one, two] = [await testApi({ db, now: NOW }), await testApi({ db, now: NOW })]
    const [own, phone] = [browser(), anyPhone()]
    const code = await sent(one, own, phone)
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => codeOf(give(n % 2 ? one : two, own, phone, otherThan(code)))),
    )
    const row = await db
      .selectFrom('one_time_code')
      .select('wrong_tries')
      .where('phone', '=', e164(phone))
      .executeTakeFirstOrThrow()
    expect(row.wrong_tries).toBe(5)
    expect(await codeOf(give(two, own, phone, code))).toBe('INVALID_CREDENTIALS')
  })
})

describe('a phone can always be used by browsers that have signed in with it', () => {
  test('even if strangers request codes all day', async () => {
    const api = await testApi({ db, now: '2026-11-23T12:00:00Z' })
    const [own, phone] = [browser(), anyPhone()]
    await signIn(api, phone, own)
    api.clock.set('2026-11-24T00:00:00Z')
    let strangers = 0
    for (let hour = 0; hour < 10; hour += 1) {
      api.clock.advance(60)
      for (let n = 0; n < 5; n += 1) {
        const got = await ask(api, browser(), phone).then(
          () => 1,
          () => 0,
        )
        strangers += got
      }
    }
    expect(strangers).toBe(6)
    expect(await ask(api, own, phone)).toHaveProperty('resend_after')
    api.clock.advance(3)
    const again = await sent(api, own, phone)
    expect(await give(api, own, phone, again)).toHaveProperty('refresh')
  })

  test('strangers get three of the five codes an hour, even with simultaneous requests at several processes', async () => {
    const apis = [await testApi({ db, now: NOW }), await testApi({ db, now: NOW })]
    const phone = anyPhone()
    const own = browser()
    await signIn(apis[0]!, phone, own)
    for (const { clock } of apis) clock.advance(60)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => ask(apis[n % 2]!, browser(), phone)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refused = await refusal(ask(apis[0]!, browser(), phone))
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retry_after: 3600 } })
    for (let n = 0; n < 2; n += 1) {
      expect(await ask(apis[0]!, own, phone)).toHaveProperty('resend_after')
      apis[0]!.clock.advance(3)
    }
    // Three codes for strangers and these two are the hour's five.
    expect(await codeOf(ask(apis[0]!, own, phone))).toBe('TOO_MANY_REQUESTS')
  })

  test('a browser is known only for the phones that it has signed in with', async () => {
    const api = await testApi({ db, now: NOW })
    const [attacker, phone] = [browser(), anyPhone()]
    await signIn(api, anyPhone(), attacker)
    for (let n = 0; n < 3; n += 1) await ask(api, browser(), phone)
    expect(await codeOf(ask(api, attacker, phone))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('a network', () => {
  test('with IPv6 is counted by /56 and /48, too', async () => {
    const api = await testApi({ db, codesPerAddressHour: 2, now: NOW })
    const from = (clientAddress: string) => ask(api, { clientAddress }, anyPhone())
    for (let subnet = 0; subnet < 4; subnet += 1) await from(`2001:db8:aaaa:${subnet.toString(16)}::1`)
    expect(await codeOf(from('2001:db8:aaaa:ff::1'))).toBe('TOO_MANY_REQUESTS')
    for (let subnet = 1; subnet < 5; subnet += 1) await from(`2001:db8:aaaa:${subnet.toString(16)}00::1`)
    expect(await codeOf(from('2001:db8:aaaa:900::1'))).toBe('TOO_MANY_REQUESTS')
    expect(await from('2001:db8:aaab::1')).toHaveProperty('resend_after')
  })

  test('that has used up its codes still admits known browsers', async () => {
    const api = await testApi({ db, codesPerAddressHour: 1, now: NOW })
    const [own, phone] = [browser(), anyPhone()]
    await signIn(api, phone, own)
    api.clock.advance(3)
    expect(await codeOf(ask(api, { ...own, ...{ deviceKey: browser().deviceKey ?? '' } }, anyPhone()))).toBe(
      'TOO_MANY_REQUESTS',
    )
    expect(await ask(api, own, phone)).toHaveProperty('resend_after')
  })

  test('on which somebody guesses all the time still admits known browsers', async () => {
    const api = await testApi({ db, now: NOW })
    const [own, phone] = [browser(), anyPhone()]
    await signIn(api, phone, own)
    api.clock.advance(3)
    const code = await sent(api, own, phone)
    const neighbour = { ...browser(), clientAddress: own.clientAddress ?? '' }
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => codeOf(give(api, neighbour, anyPhone(), '000000'))),
    )
    expect(answers).toContain('TOO_MANY_REQUESTS')
    expect(await give(api, own, phone, code)).toHaveProperty('refresh')
  })
})

describe('while more codes than usual are requested', () => {
  /** Uses up the number of codes that may be sent to Iran in ten minutes. */
  async function busyApi(now: string) {
    const api = await testApi({ db, now })
    for (let n = 0; n < CODE_PACE.iran; n += 1) await countIn(api.deps, 'code pace +98', CODE_PACE.minutes * 60)
    return api
  }
  const turnOf = async (call: Promise<unknown>) => {
    const { code, data } = await refusal(call)
    expect(code).toBe('TURN_NEEDED')
    return data as { challenge: string; retry_after: number; bits: number }
  }

  test('a known browser continues at once', async () => {
    const api = await testApi({ db, now: '2026-12-01T06:00:00Z' })
    const [own, phone] = [browser(), anyPhone()]
    await signIn(api, phone, own)
    const busy = await busyApi('2026-12-01T06:20:00Z')
    expect(await ask(busy, own, phone)).toHaveProperty('resend_after')
    await turnOf(ask(busy, browser(), anyPhone()))
  })

  test('a stranger continues with a small proof of work', async () => {
    const api = await busyApi('2026-12-02T06:00:00Z')
    const [own, phone] = [browser(), anyPhone()]
    const { challenge, retry_after, bits } = await turnOf(ask(api, own, phone))
    expect(retry_after).toBe(60)
    const turn = `${challenge}:${await solveTurn(challenge, { bits })}`
    // It is not valid for another phone or in another browser.
    await turnOf(api.as(own).account.login({ phone: anyPhone(), turn }))
    await turnOf(api.as(browser()).account.login({ phone, turn }))
    await turnOf(api.as(own).account.login({ phone, turn: `${challenge}:nonsense` }))
    expect(await api.as(own).account.login({ phone, turn })).toHaveProperty('resend_after')
    // Another code for the same browser needs no further challenge.
    api.clock.advance(3)
    expect(await ask(api, own, phone)).toHaveProperty('resend_after')
  })

  test('without scripts a minute’s wait is enough, and asking early does not restart it', async () => {
    const api = await busyApi('2026-12-03T06:00:00Z')
    const [own, phone] = [browser(), anyPhone()]
    const { challenge } = await turnOf(ask(api, own, phone))
    api.clock.advance(0.5)
    const early = await turnOf(api.as(own).account.login({ phone, turn: challenge }))
    expect(early).toEqual({ challenge, retry_after: 30, bits: 15 })
    api.clock.advance(0.5)
    expect(await api.as(own).account.login({ phone, turn: challenge })).toHaveProperty('resend_after')
  })

  test('a wait that ended long ago or was forged does not count', async () => {
    const api = await busyApi('2026-12-04T06:01:00Z')
    const [own, phone] = [browser(), anyPhone()]
    const { challenge } = await turnOf(ask(api, own, phone))
    const [issued = '', signature = ''] = challenge.split('.')
    const earlier = (Number.parseInt(issued, 36) - 120_000).toString(36)
    const forged = `${earlier}.${signature}`
    expect((await turnOf(api.as(own).account.login({ phone, turn: forged }))).challenge).not.toBe(forged)
    api.clock.set('2026-12-04T06:12:00Z')
    for (let n = 0; n < CODE_PACE.iran; n += 1) await countIn(api.deps, 'code pace +98', CODE_PACE.minutes * 60)
    expect((await turnOf(api.as(own).account.login({ phone, turn: challenge }))).retry_after).toBe(60)
  })

  test('ten minutes later nobody has to wait', async () => {
    const api = await busyApi('2026-12-05T06:00:00Z')
    await turnOf(ask(api, browser(), anyPhone()))
    api.clock.advance(10)
    expect(await ask(api, browser(), anyPhone())).toHaveProperty('resend_after')
  })
})

test('a clock that goes back by an hour lets nobody wait for longer than the pause', async () => {
  const api = await testApi({ db, now: '2026-11-24T12:00:00Z' })
  const [own, phone] = [browser(), anyPhone()]
  const former = await sent(api, own, phone)
  api.clock.advance(-60)
  const code = await sent(api, own, phone)
  expect(code).not.toBe(former)
  expect(await codeOf(give(api, own, phone, former))).toBe('INVALID_CREDENTIALS')
  expect(await give(api, own, phone, code)).toHaveProperty('refresh')
  // The pause itself holds as before.
  const again = anyPhone()
  await ask(api, own, again)
  expect(await refusal(ask(api, own, again))).toMatchObject({ data: { retry_after: 120 } })
})
