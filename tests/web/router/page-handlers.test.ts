import type { ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { createPageHandlers } from '#app/web/router/page-handlers.ts'

const PATHS: Record<string, string | undefined> = {
  index: undefined,
  'rent-car': 'rent/car',
  blog: 'blog',
  'blog/post': ':slug',
  file: 'files.txt',
  unknown: '*',
}

/** A build whose routes answer with their own id. */
function buildOf(): ServerBuild {
  const routes = Object.fromEntries([
    ['root', { id: 'root', path: '', module: { default: () => null } }],
    ...Object.entries(PATHS).map(([id, path]) => {
      const parentId = id.includes('/') ? id.split('/')[0] : 'root'
      const module = { loader: () => new Response(id) }
      return [id, { id, path, index: path === undefined, parentId, module }]
    }),
  ])
  const sheets: Record<string, string[]> = { root: ['/all.css'], blog: ['/talk.css', '/all.css'] }
  const known = Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, Object.assign({}, route, { css: sheets[id] })]),
  )
  const assets = { version: '1', url: '', entry: { module: '', imports: [] }, routes: known }
  const entry = { module: { default: () => new Response('page') } }
  const routeDiscovery = { mode: 'lazy', manifestPath: '/__manifest' }
  return { routes, assets, entry, routeDiscovery, future: {}, ssr: true, prerender: [] } as never
}

async function answer(path: string, language: 'fa' | 'de' = 'fa') {
  const handler = createPageHandlers(buildOf(), 'production')(language, path.split('?', 1)[0] ?? '')
  const response = await handler(new Request(`http://localhost${language === 'fa' ? '' : `/${language}`}${path}`))
  return response.text()
}

describe("the pages' handlers", () => {
  it.each([
    ['/', 'index'],
    ['/rent/car', 'rent-car'],
    ['/RENT/car', 'rent-car'],
    ['/blog', 'blog'],
    ['/blog/first-drive', 'blog/post'],
    ['/files.txt', 'file'],
    ['/nothing', 'unknown'],
    ['/rent/boat', 'unknown'],
    ['/constructor', 'unknown'],
  ])('answer %s by its own route', async (path, id) => {
    expect(await answer(path)).toBe(id)
    expect(await answer(path, 'de')).toBe(id)
  })

  it("list every route to the browser's router", async () => {
    const known = JSON.parse(await answer('/__manifest?version=1&paths=/rent/car,/blog/first-drive'))
    expect(Object.keys(known)).toEqual(['root', 'rent-car', 'blog', 'blog/post'])
  })

  it('list the style sheets that only one route has', async () => {
    const { blog } = JSON.parse(await answer('/__manifest?version=1&paths=/blog'))
    expect(blog.css).toEqual(['/talk.css'])
  })

  it("answer the router's requests for a page's data", async () => {
    const handler = createPageHandlers(buildOf(), 'production')('fa', '/blog.data')
    const response = await handler(new Request('http://localhost/blog.data'))
    expect(response.status).toBe(200)
  })
})
