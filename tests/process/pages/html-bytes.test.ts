import { type APIRequestContext, expect, test } from '@playwright/test'
import { rawRequest } from '../../support/server/process/raw-request.ts'

/** One initial TCP window (quality.md, "Slow connections"). */
const HTML_BYTES = 14_600
/** The overhead of TLS for a page. */
const ONLY_OVER_TLS = 'strict-transport-security: max-age=31536000; includeSubDomains\r\n'
const LANGUAGES = ['', '/en']
const [START, END] = [inDays(12), inDays(17)]
const WHEN = { city: 1061, start_date: START, start_time: '10:00', end_date: END, end_time: '10:00' }

for (const prefix of LANGUAGES) {
  const results = `/rent/car?city=1061&start_date=${START}&start_time=10:00&end_date=${END}&end_time=10:00`
  const pages = {
    home: async () => ['/'],
    results: async () => [results],
    vehicle: async (request: APIRequestContext) => {
      const found = (await carsIn(request)).map((id) => `/book/car/${id}`)
      return [...found, ...found.map((path) => `${path}/${START}/${END}`)]
    },
  }
  for (const [page, pathsOf] of Object.entries(pages)) {
    test(`${prefix || '/fa'}: the ${page} page and its headers fit into one initial TCP window`, async ({
      baseURL,
      request,
    }) => {
      for (const path of await pathsOf(request)) {
        const address = prefix + path
        const headers = { 'accept-encoding': 'br', 'accept-language': prefix ? 'en' : 'fa' }
        const answer = await rawRequest(baseURL ?? '', prefix && path === '/' ? prefix : address, { headers })
        expect(answer.status, address).toBe(200)
        expect(answer.headers['content-encoding']).toBe('br')
        const bytes = headBytes(answer.headers) + ONLY_OVER_TLS.length + Number(answer.headers['content-length'])
        expect(bytes, address).toBeLessThanOrEqual(HTML_BYTES)
      }
    })
  }
}

/** Some cars in Kish that are free on these dates. */
async function carsIn(request: APIRequestContext): Promise<number[]> {
  const answer = await request.post('/api/business/rent/ad/search/?size=3', { data: { ...WHEN, categories: [2] } })
  const { results } = (await answer.json()) as { results: { id: number }[] }
  expect(results).toHaveLength(3)
  return results.map(({ id }) => id)
}

function inDays(days: number) {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** The bytes of each header line with its colon, space and line end. */
function headBytes(headers: Record<string, string | string[] | undefined>): number {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return lines.reduce((sum, line) => sum + line.length, 'HTTP/1.1 200 OK\r\n\r\n'.length)
}
