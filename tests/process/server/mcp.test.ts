import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from '@playwright/test'
import { freePort } from '../../support/server/process/free-port.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.setTimeout(180_000)
test.describe.configure({ mode: 'default' })

let site: SiteProcess
let client: Client

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSiteProcess()
  client = new Client({ name: 'a test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${site.origin}/mcp`)))
})

test.afterAll(async () => {
  await client?.close()
  await site?.stop()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const TIME = { start_date: inDays(30), end_date: inDays(34) }
const PERSON = {
  ...{ fullname: 'Erika Example', national_id: 'C01X00T47', country_code: '+49', phone: '15123456789' },
  ...{ email: 'erika@mail.example', date_of_birth: '1990-04-05', country: 'DE' },
  ...{ address: 'Domstraße 1', home_city: 'Köln', zip_code: '50668' },
}

type Answer = { isError?: boolean; structuredContent?: Record<string, unknown>; content: { text: string }[] }
const call = async (name: string, input: object) =>
  (await client.callTool({ name, arguments: input as Record<string, unknown> })) as unknown as Answer
const answerOf = async <T>(name: string, input: object) => {
  const { isError, structuredContent, content } = await call(name, input)
  expect(isError, content[0]?.text).toBeFalsy()
  // The client has compared it with the schema of the tool; the text is the same for clients without schemas.
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)
  return structuredContent as T
}
type Total = { amount: number; currency: string }
type Found = { count: number; results: { vehicle: { id: number }; total: Total; link: string }[] }

test('an assistant finds a car, agrees on its price and hands its person the link to pay', async ({ page }) => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual(
    ['cancellation_terms', 'get_vehicle', 'hold', 'quote', 'reservation_status', 'search_vehicles'].sort(),
  )
  for (const { name, inputSchema, outputSchema } of tools) {
    expect(inputSchema.type, name).toBe('object')
    expect(outputSchema?.type, name).toBe('object')
  }
  const found = await answerOf<Found>('search_vehicles', { city: 'Kish', ...TIME, kind: 'car' })
  expect(found.results.length).toBeGreaterThan(3)
  const [first] = found.results
  const vehicle = first?.vehicle.id
  const read = await answerOf<{ title: string; available: boolean }>('get_vehicle', { vehicle, ...TIME })
  expect(read.available).toBe(true)
  const quote = await answerOf<{ total: number; free_until: string }>('quote', { vehicle, ...TIME })
  expect(quote.total).toBe(first?.total.amount)
  const request = { vehicle, ...TIME, ...PERSON, shown_total: quote.total, idempotency_key: 'a-key-of-the-test' }
  type Held = { id: string; status: string; payment_link: string }
  const held = await answerOf<Held>('hold', request)
  expect(held.status).toBe('AWAITING_PAYMENT')
  expect((await answerOf<Held>('hold', request)).id).toBe(held.id)
  const status = await answerOf<object>('reservation_status', { reservation: held.id })
  expect(status).toMatchObject({ status: 'AWAITING_PAYMENT', paid: 0, total: quote.total })
  const terms = await answerOf<object>('cancellation_terms', { reservation: held.id })
  expect(terms).toMatchObject({ free_until: quote.free_until, paid: 0 })
  await page.goto(held.payment_link)
  await expect(page.getByText(read.title).first()).toBeVisible()
})

test('a refusal is an answer in words', async () => {
  const unknown = await call('search_vehicles', { city: 'Atlantis', ...TIME })
  expect(unknown.isError).toBe(true)
  expect(JSON.parse(unknown.content[0]?.text ?? '')).toMatchObject({ type: 'INVALID_FIELDS', fields: { city: [/./] } })
  const missing = await call('get_vehicle', { vehicle: 2_000_000_000 })
  expect(missing).toMatchObject({ isError: true })
  expect(missing.content[0]?.text).toContain('NOT_FOUND')
  const wrong = await call('quote', { vehicle: 'x', ...TIME })
  expect(wrong.isError).toBe(true)
})

test('only our own pages and named origins may call it from a browser, and bodies are bounded', async ({ request }) => {
  const accept = 'application/json, text/event-stream'
  const post = (data: unknown, headers = {}) =>
    request.post(`${site.origin}/mcp`, { data, headers: { accept, ...headers } })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  expect((await post(list)).status()).toBe(200)
  expect((await post(list, { origin: site.origin })).status()).toBe(200)
  expect((await post(list, { origin: 'https://evil.example' })).status()).toBe(403)
  expect((await post({ ...list, params: { text: 'x'.repeat(100_000) } })).status()).toBe(413)
  expect((await request.get(`${site.origin}/mcp`, { headers: { accept } })).status()).toBe(405)
  expect(site.output()).not.toContain('"event":"error"')
})

test('it is switched off by a setting, and a wrong one stops the start', async ({ request }) => {
  const closed = await startSiteProcess({ MCP: 'off' })
  const answer = await request.post(`${closed.origin}/mcp`, { data: {} })
  await closed.stop()
  expect(answer.status()).toBe(404)
  await expect(startSiteProcess({ MCP: 'perhaps' })).rejects.toThrow('MCP: must be "on" or "off"')
})

test('at a site whose API is another process, an assistant holds a car all the same', async ({ page }) => {
  const port = String(await freePort())
  const api = await startSiteProcess({ CALLBACK_ORIGINS: `http://localhost:${port}`, TRUSTED_PROXIES: '127.0.0.1,::1' })
  const split = await startSiteProcess({ PORT: port, API_BASE_URL: `${api.origin}/api`, BANK_PORT: '' })
  const assistant = new Client({ name: 'a test', version: '1' })
  try {
    await assistant.connect(new StreamableHTTPClientTransport(new URL(`${split.origin}/mcp`)))
    const ask = async (name: string, input: Record<string, unknown>) => {
      const answer = (await assistant.callTool({ name, arguments: input })) as unknown as Answer
      expect(answer.isError, answer.content[0]?.text).toBeFalsy()
      return answer.structuredContent as Record<string, unknown>
    }
    const found = (await ask('search_vehicles', { city: 'Kish', ...TIME, kind: 'car' })) as unknown as Found
    const vehicle = found.results[0]?.vehicle.id
    const { total } = await ask('quote', { vehicle, ...TIME })
    const held = await ask('hold', {
      vehicle,
      ...TIME,
      ...PERSON,
      shown_total: total,
      idempotency_key: 'a-key-of-two-processes',
    })
    expect(String(held.payment_link)).toContain(split.origin)
    await page.goto(String(held.payment_link))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const refused = (await assistant.callTool({
      name: 'get_vehicle',
      arguments: { vehicle: 2_000_000_000 },
    })) as unknown as Answer
    expect(refused.content[0]?.text).toContain('NOT_FOUND')
  } finally {
    await assistant.close()
    await split.stop()
    await api.stop()
  }
})
