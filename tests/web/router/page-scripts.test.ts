import type { EntryContext } from 'react-router'
import { expect, test } from 'vitest'
import { ENCODED } from '#app/web/router/scripts/page-data.ts'
import { pageData, pageScripts } from '#app/web/router/scripts/page-scripts.server.ts'

const route = (id: string, rest: object) => ({ id, hasAction: false, hasLoader: true, module: `/${id}.js`, ...rest })

function entryOf(leaf: string): EntryContext {
  return {
    manifest: {
      entry: { module: '/entry.js', imports: ['/framework.js'] },
      url: '/manifest.js',
      version: '1',
      routes: {
        root: route('root', { path: '' }),
        home: route('home', { parentId: 'root', index: true }),
        list: route('list', { parentId: 'root', path: 'trips', imports: ['/parts.js'], css: ['/list.css'] }),
        trip: route('trip', {
          parentId: 'root',
          path: 'trips/:id',
          clientActionModule: '/trip-action.js',
          css: ['/trip.css'],
        }),
        other: route('other', { parentId: 'root', path: 'other' }),
      },
    },
    serverHandoffString: '{"basename":"/en","ssr":true,"routeDiscovery":{"mode":"lazy"},"isSpaMode":false}',
    staticHandlerContext: { matches: ['root', leaf].map((id) => ({ route: { id } })) },
  } as unknown as EntryContext
}

test('the module has the page’s routes with all files that each is split into', () => {
  const { module, files } = pageScripts(entryOf('trip'))
  expect(module).toContain('import*as r0 from"/root.js";import*as r1 from"/trip-action.js";import*as r2 from"/trip.js"')
  expect(module).toContain('__reactRouterRouteModules={"root":r0,"trip":{...r1,...r2}}')
  expect(module).toContain('import("/entry.js")')
  expect(files).toEqual(['/entry.js', '/framework.js', '/root.js', '/trip-action.js', '/trip.js'])
})

test('the router has the pages at the paths above, and no others', () => {
  const known = /__reactRouterManifest=(\{.*?\});window/.exec(pageScripts(entryOf('trip')).module)?.[1]
  expect(Object.keys(JSON.parse(known ?? '{}').routes).sort()).toEqual(['home', 'list', 'root', 'trip'])
})

test('the router has the style sheets of the neighbouring pages, and not of the page itself, which has them', () => {
  const { module } = pageScripts(entryOf('trip'))
  expect(module).toContain('"css":["/list.css"]')
  expect(module).not.toContain('/trip.css')
})

test('no text in the data can end its script element', async () => {
  const staticHandlerContext = { loaderData: { page: '</script><b>' }, actionData: null, errors: null }
  const block = await pageData({ staticHandlerContext } as unknown as EntryContext)
  expect(block.match(/<\/script>/g)).toHaveLength(1)
  expect(JSON.parse(textOf(block)).loaderData).toEqual({ page: '</script><b>' })
})

test('data that JSON cannot represent stay in the router’s own format', async () => {
  const serverHandoffStream = new Blob(['["</script><b>"]']).stream()
  const staticHandlerContext = { loaderData: { page: new Date(0) }, actionData: null, errors: null }
  const block = await pageData({ serverHandoffStream, staticHandlerContext } as unknown as EntryContext)
  expect(block).toContain(`id="page-data" ${ENCODED}>`)
  expect(JSON.parse(textOf(block))).toEqual(['</script><b>'])
})

function textOf(block: string): string {
  return />(.*)<\/script>/s.exec(block)?.[1] ?? ''
}
