import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { GUIDES } from '#app/api/docs/guides.ts'
import { readConfig } from '#app/config.ts'
import { loader as catalogLoader } from '#app/routes/crawlers/api-catalog.ts'
import { loader as llmsLoader } from '#app/routes/crawlers/llms.ts'
import { loader as robotsLoader } from '#app/routes/crawlers/robots.ts'
import { type SiteContext, siteContext } from '#app/web/page/context.ts'

const ORIGIN = 'https://rent.example'
const at = (environment: Record<string, string> = {}) => {
  const context = new RouterContextProvider()
  const config = readConfig({ SESSION_SECRET: 'x'.repeat(40), ...environment })
  context.set(siteContext, { config, origin: ORIGIN } as SiteContext)
  return { context } as unknown as Parameters<typeof llmsLoader>[0] &
    Parameters<typeof catalogLoader>[0] &
    Parameters<typeof robotsLoader>[0]
}

test('/llms.txt leads to every guide as Markdown, and to the documents', async () => {
  const text = await llmsLoader(at()).text()
  expect(text).toMatch(/^# \S/)
  for (const name of GUIDES) expect(text).toContain(`${ORIGIN}/api/docs/${name}.md`)
  expect(text).toContain(`${ORIGIN}/api/openapi.json`)
  expect(text).toContain(`${ORIGIN}/mcp`)
  expect(await llmsLoader(at({ MCP: 'off' })).text()).not.toContain('/mcp')
})

test('/.well-known/api-catalog names documents and documentation, also of a remote API', async () => {
  const answer = catalogLoader(at())
  expect(answer.headers.get('content-type')).toContain('application/linkset+json')
  const { linkset } = (await answer.json()) as { linkset: Record<string, unknown>[] }
  expect(linkset[0]).toMatchObject({
    anchor: `${ORIGIN}/api`,
    'service-desc': [
      { href: `${ORIGIN}/api/openapi.json` },
      { href: `${ORIGIN}/api/openapi-examples.json` },
      { href: `${ORIGIN}/api/company/openapi.json` },
    ],
    'service-doc': [{ href: `${ORIGIN}/api/docs` }],
  })
  const remote = await catalogLoader(at({ API_BASE_URL: 'https://api.example/api/' })).text()
  expect(remote).toContain('"https://api.example/api/openapi.json"')
})

test('crawlers may read the documentation of the API, but make no calls', async () => {
  const text = await robotsLoader(at()).text()
  expect(text).toMatch(/^Allow: \/api\/docs$/m)
  expect(text).toMatch(/^Disallow: \/api\/$/m)
})
