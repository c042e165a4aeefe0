import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { CalendarNotFetched, createCalendarFetch, isPrivateAddress } from '#app/providers/calendar-fetch.ts'

const server = createServer((request, response) => {
  if (request.url === '/good') return response.end('BEGIN:VCALENDAR')
  if (request.url === '/moved') return response.writeHead(302, { location: '/good' }).end()
  if (request.url === '/round') return response.writeHead(302, { location: '/round' }).end()
  if (request.url === '/inside') return response.writeHead(302, { location: 'http://127.0.0.2/' }).end()
  if (request.url === '/file') return response.writeHead(302, { location: 'file:///etc/passwd' }).end()
  if (request.url === '/large') {
    // It says nothing of its length, and would be 50 MB.
    const part = Buffer.alloc(1_000_000, 'x')
    let left = 50
    const more = () => (left-- > 0 && !response.destroyed ? response.write(part, more) : response.end())
    return more()
  }
  if (request.url === '/slow') return response.write('BEGIN')
  return response.writeHead(404).end()
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo
const here = `http://127.0.0.1:${port}`

const fetchHere = createCalendarFetch({ isForbidden: (address) => address !== '127.0.0.1', withinMs: 1500 })
const fetchAnywhere = createCalendarFetch()
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof CalendarNotFetched ? error.problem : error),
  )

test('a calendar is fetched, also after a redirect', async () => {
  expect(await fetchHere(`${here}/good`)).toBe('BEGIN:VCALENDAR')
  expect(await fetchHere(`${here}/moved`)).toBe('BEGIN:VCALENDAR')
})

test('what is too large, too slow, elsewhere or nowhere has a reason of its own', async () => {
  expect(await problemOf(fetchHere(`${here}/large`))).toBe('too_large')
  expect(await problemOf(fetchHere(`${here}/slow`))).toBe('too_slow')
  expect(await problemOf(fetchHere(`${here}/round`))).toBe('redirects')
  expect(await problemOf(fetchHere(`${here}/none`))).toBe('status')
  expect(await problemOf(fetchHere(`${here}/file`))).toBe('address')
  expect(await problemOf(fetchHere('http://127.0.0.1:1/'))).toBe('unreachable')
})

test('nothing is fetched from this machine or its network, under no spelling, and not by a redirect', async () => {
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1'])
    expect(await problemOf(fetchAnywhere(`http://${host}:${port}/good`)), host).toBe('private')
  expect(await problemOf(fetchHere(`${here}/inside`))).toBe('private')
  for (const address of ['file:///etc/passwd', 'ftp://example.com/', 'http://a:b@example.com/', 'nonsense'])
    expect(await problemOf(fetchAnywhere(address)), address).toBe('address')
})

test('private, link-local and made-up addresses are known', () => {
  const inside = ['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.169.254', '172.31.0.1', '192.168.1.1']
  for (const address of [...inside, '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fd00::1', 'ff02::1'])
    expect(isPrivateAddress(address), address).toBe(true)
  for (const address of ['::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', 'no address'])
    expect(isPrivateAddress(address), address).toBe(true)
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) expect(isPrivateAddress(address)).toBe(false)
})
