import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BankSimulator, startBankSimulator } from '#app/providers/gateways/simulator/bank.ts'
import { begin, createClock, orderOf, pressAtBank, readReturn, samanAt, yekpayOf } from './bank-visitor.ts'

const clock = createClock()
let folder: string
let bank: BankSimulator

const start = () =>
  startBankSimulator({ port: 0, host: '127.0.0.1', now: clock.now, file: join(folder, 'memory', 'bank.json') })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-'))
  bank = await start()
})
afterEach(async () => {
  await bank.close()
  await rm(folder, { recursive: true })
})

async function openPage(language?: string) {
  const { started, expected } = await begin(samanAt(bank, clock))
  const headers: Record<string, string> = language ? { 'accept-language': language } : {}
  const response = await fetch(started.redirect.url, { headers })
  return { expected, response, html: await response.text() }
}

test('the bank keeps its payments after it was stopped', async () => {
  const { started, expected } = await begin(samanAt(bank, clock))
  await pressAtBank(bank, started, 'pay_never_return')
  const reference = bank.sales()[0]?.reference
  await bank.close()
  bank = await start()
  const verified = await samanAt(bank, clock).verify({ ...expected, reference, askedBefore: false })
  expect(verified).toMatchObject({ outcome: 'paid' })
})

test('the page says that it is a simulation, and names merchant, order and amount', async () => {
  const { html, expected } = await openPage()
  expect(html).toContain('Simulated bank — no real money')
  expect(html).toContain('21000001')
  expect(html).toContain(expected.orderNumber)
  expect(html).toContain('1,250,000 toman (12,500,000 Rial)')
})

test.each([
  ['fa-IR,fa;q=0.9,en;q=0.8', 'fa', 'بانک آزمایشی'],
  ['en-US,fa;q=0.5', 'en', 'Simulated bank'],
  ['de', 'en', 'Simulated bank'],
])('for "%s" the page is in %s', async (header, language, words) => {
  const { html } = await openPage(header)
  expect(html).toContain(`<html lang="${language}"`)
  expect(html).toContain(words)
})

test('each button submits a form of its own, and the page has no script', async () => {
  const { html, response } = await openPage()
  expect(html.match(/<form /g)).toHaveLength(8)
  expect(html.match(/<button type="submit">/g)).toHaveLength(8)
  expect(html).not.toMatch(/<script|onclick|formaction/)
  expect(response.headers.get('content-security-policy')).toContain("script-src 'none'")
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:4000;")
})

test('the way back is a form with a visible button, submitted by a script that the policy allows by its hash', async () => {
  const { expected } = await openPage()
  const response = await fetch(`${bank.origin}/bank/saman/${expected.token}`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'cancel' }),
  })
  expect(response.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+'; form-action 'self' http:/)
  const html = await response.text()
  expect(html).toContain('<button type="submit">Return to the shop</button>')
  expect(html.match(/<script>/g)).toHaveLength(1)
})

test('pressing again changes nothing: the bank sends the shop the same result again', async () => {
  const { started } = await begin(samanAt(bank, clock))
  const first = await pressAtBank(bank, started, 'cancel')
  const again = await readReturn(await fetch(started.redirect.url))
  expect(again.toString()).toBe(first.toString())
  const late = await fetch(`${bank.origin}/bank/saman/${started.token}`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay' }),
  })
  expect((await readReturn(late)).get('Status')).toBe('1')
})

test('"return twice" reaches the shop twice with the same fields', async () => {
  const heard: string[] = []
  const shop = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    heard.push(text)
    response.end()
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const saman = samanAt(bank, clock)
  const returnAddress = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/external-pay?payment=p`
  const started = await saman.start({ ...orderOf(saman, 1000), returnAddress })
  if (started.outcome !== 'started') throw new Error('not started')
  const second = await pressAtBank(bank, started, 'pay_return_twice')
  shop.close()
  expect(heard).toEqual([second.toString()])
})

test('an unknown token shows a page, not an error', async () => {
  for (const path of ['/OnlinePG/SendToken?token=x', '/api/payment/start/1', '/api/sandbox/payment/1', '/nowhere']) {
    const response = await fetch(new URL(path, bank.origin))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Simulated bank')
  }
})

test('Saman’s paths ignore case, and Yekpay also answers at its sandbox paths', async () => {
  const body = JSON.stringify({ Action: 'Token' })
  const headers = { 'content-type': 'application/json' }
  for (const path of ['/OnlinePG/OnlinePG', '/onlinepg/OnlinePg']) {
    const response = await fetch(new URL(path, bank.origin), { method: 'POST', headers, body })
    expect(await response.json()).toMatchObject({ status: -1, errorCode: '12' })
  }
  const addresses = {
    request: `${bank.origin}/api/sandbox/request`,
    start: `${bank.origin}/api/sandbox/payment`,
    verify: `${bank.origin}/api/sandbox/verify`,
  }
  const sandbox = yekpayOf(bank, clock, { addresses })
  const { started, expected } = await begin(sandbox, 1999)
  await pressAtBank(bank, started, 'pay')
  expect(await sandbox.verify({ ...expected, askedBefore: false })).toMatchObject({ outcome: 'paid' })
})

test('faults are set, read and cleared over HTTP, and an unknown one is refused', async () => {
  const address = `${bank.origin}/_dev/faults`
  const headers = { 'content-type': 'application/json' }
  const set = (body: unknown) => fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(await (await set({ unavailable: ['token'] })).json()).toMatchObject({ unavailable: ['token'], hang: [] })
  expect(await samanAt(bank, clock).start(orderOf(samanAt(bank, clock), 1000))).toMatchObject({
    outcome: 'unreachable',
  })
  expect((await set({ nonsense: true })).status).toBe(400)
  expect((await fetch(address, { method: 'POST', body: 'unavailable=verify' })).status).toBe(200)
  expect(await (await fetch(address)).json()).toMatchObject({ unavailable: ['token'] })
  expect(await (await fetch(address, { method: 'DELETE' })).json()).toMatchObject({ unavailable: [] })
})

test.each(['{', '[]', 'null'])('a body of %s is refused', async (body) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${bank.origin}/onlinepg/onlinepg`, { method: 'POST', headers, body })
  expect(response.status).toBe(400)
})
