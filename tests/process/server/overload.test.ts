import { connect, type Socket } from 'node:net'
import { expect, test } from '@playwright/test'
import { rawRequest } from '../../support/server/process/raw-request.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.describe.configure({ mode: 'default' })
test.setTimeout(120_000)

const FORM = 'application/x-www-form-urlencoded'
let site: SiteProcess

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSiteProcess({ CONNECTIONS_PER_ADDRESS: '300' })
})
test.afterAll(() => site?.stop())

test('five hundred forms that never finish block nobody, and are closed', async () => {
  expect((await rawRequest(site.origin, '/en')).status).toBe(200)
  // From two addresses of this machine; connections over the limit of one address are closed at once.
  const slow = Array.from({ length: 500 }, (_, at) => openSlowForm(at % 2 ? '127.0.0.2' : '127.0.0.3'))
  const end = Date.now() + 8_000
  const kept: number[] = []
  while (Date.now() < end) {
    for (const path of ['/en', '/healthz', '/readyz', `/en/rent/car?page=${kept.length % 9}`]) {
      const started = performance.now()
      const { status } = await rawRequest(site.origin, path)
      expect([200, 400, 404], path).toContain(status)
      if (path === '/en') kept.push(performance.now() - started)
    }
    const headers = { 'content-type': FORM, 'sec-fetch-site': 'same-origin' }
    const form = await rawRequest(site.origin, '/en/voucher', { method: 'POST', headers, body: 'number=x' })
    expect(form.status).toBe(400)
  }
  expect(kept.toSorted((a, b) => a - b)[Math.floor(kept.length / 2)]).toBeLessThan(100)
  await expect.poll(() => slow.filter(({ closed }) => closed()).length, { timeout: 30_000 }).toBe(500)
  expect(slow.filter(({ answer }) => answer().includes(' 408 ')).length).toBeGreaterThan(0)
})

test('connections over the limit of one address are closed at once, while other addresses can connect', async () => {
  const idle = Array.from({ length: 320 }, () => openIdle('127.0.0.4'))
  await expect.poll(() => idle.filter(({ destroyed }) => destroyed).length).toBeGreaterThanOrEqual(20)
  expect(idle.filter(({ destroyed }) => destroyed).length).toBe(20)
  expect((await rawRequest(site.origin, '/healthz', { localAddress: '127.0.0.5' })).status).toBe(200)
  for (const socket of idle) socket.destroy()
  await expect
    .poll(() =>
      rawRequest(site.origin, '/healthz', { localAddress: '127.0.0.4' }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
})

test('under overload the site answers the requests that it admits, and refuses the others with Retry-After', async () => {
  const answers: { status: number; ms: number }[] = []
  const turns: number[] = []
  const end = Date.now() + 8_000
  let asked = 0
  const visitor = async (localAddress: string) => {
    while (Date.now() < end) {
      // Each request has another highest price, so that no list is cached.
      const path = `/en/rent/car?city=1061&to=${10_000_000 + asked++}`
      const started = performance.now()
      const { status, headers } = await rawRequest(site.origin, path, { localAddress })
      answers.push({ status, ms: performance.now() - started })
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  }
  // The time of the smallest answer, which includes connecting and waiting for this machine and the process.
  const watcher = async () => {
    while (Date.now() < end) {
      const started = performance.now()
      await rawRequest(site.origin, '/healthz', { localAddress: '127.0.0.7' })
      turns.push(performance.now() - started)
    }
  }
  const visitors = Array.from({ length: 480 }, (_, at) => visitor(at % 2 ? '127.0.0.6' : '127.0.0.8'))
  await Promise.all([watcher(), ...visitors])
  const [accepted, refused] = [200, 503].map((status) => answers.filter((answer) => answer.status === status))
  expect((accepted?.length ?? 0) + (refused?.length ?? 0)).toBe(answers.length)
  expect(accepted?.length).toBeGreaterThan(50)
  expect(refused?.length).toBeGreaterThan(50)
  // A page takes several such turns, after at most a second in the queue.
  const turn = slowest(turns)
  expect(slowest(refused?.map(({ ms }) => ms) ?? [])).toBeLessThan(100 + 3 * turn)
  expect(slowest(accepted?.map(({ ms }) => ms) ?? [])).toBeLessThan(1_500 + 12 * turn)
})

/** The time within which 95 of 100 answers came. */
function slowest(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}

function openSlowForm(localAddress: string): { closed: () => boolean; answer: () => string } {
  const socket = connectFrom(localAddress)
  let answer = ''
  socket.on('data', (piece) => (answer += piece))
  const head = `POST /en/voucher HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${FORM}\r\nsec-fetch-site: same-origin\r\ncontent-length: 1000\r\n\r\n`
  socket.write(head)
  const timer = setInterval(() => socket.write('a'), 2_000)
  socket.on('close', () => clearInterval(timer))
  return { closed: () => socket.destroyed, answer: () => answer }
}

function openIdle(localAddress: string): Socket {
  return connectFrom(localAddress)
}

function connectFrom(localAddress: string): Socket {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(site.origin).port), localAddress })
  socket.on('error', () => socket.destroy())
  return socket
}
