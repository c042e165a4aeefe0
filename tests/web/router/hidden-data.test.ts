import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { type SiteContext, siteContext } from '#app/web/page/context.ts'
import { withDocumentOnly } from '#app/web/router/document-only.ts'
import { forgetHidden, hideFromRouter, isHidden, sentOf } from '#app/web/router/hidden-data.ts'

function contextOf(isDocument: boolean) {
  const context = new RouterContextProvider()
  context.set(siteContext, { isDocument } as SiteContext)
  return context
}

test('the router finds nothing to write, components find everything, and the page sends what is not for its HTML alone', () => {
  const context = contextOf(true)
  const data = hideFromRouter(context, withDocumentOnly(context, { count: 3, query: 'a=b' }, { ads: [1, 2] }))
  expect(Object.keys(data)).toEqual([])
  expect(data).toMatchObject({ count: 3, query: 'a=b', ads: [1, 2] })
  expect('query' in data && isHidden(data)).toBe(true)
  expect(JSON.stringify(sentOf(data))).toBe('{"count":3,"query":"a=b"}')
})

test('a page that failed has nothing on the server that the browser does not get', () => {
  const loaderData: Record<string, unknown> = {
    root: { name: 'x' },
    cars: hideFromRouter(contextOf(true), { count: 3 }),
  }
  forgetHidden(loaderData)
  expect(loaderData).toEqual({ root: { name: 'x' }, cars: {} })
  expect('count' in Object(loaderData.cars)).toBe(false)
})

test("the router's own requests for data get them as they are", () => {
  const data = { count: 3 }
  expect(hideFromRouter(contextOf(false), data)).toBe(data)
  expect(sentOf(data)).toBe(data)
  expect(sentOf(null)).toBe(null)
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each(['page-data', 'page-scripts', 'all'])(
  "nothing is hidden where the router's own format is sent (%s)",
  async (off) => {
    vi.stubEnv('ROUTER_AS_PUBLISHED', off)
    vi.resetModules()
    const published = await import('#app/web/router/hidden-data.ts')
    const { siteContext: ofModule } = await import('#app/web/page/context.ts')
    const context = new RouterContextProvider()
    context.set(ofModule, { isDocument: true } as SiteContext)
    const data = { count: 3 }
    expect(published.hideFromRouter(context, data)).toBe(data)
  },
)
