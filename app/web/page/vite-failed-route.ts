import type { Plugin } from 'vite'
import { FAILED_ROUTE } from './failed-route.ts'

const FILE = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/
const RELOAD = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/

const DISPATCH = `window.dispatchEvent(new Event('${FAILED_ROUTE}'))`

/**
 * Where a route's file cannot be fetched, React Router reloads the page at hand, each time: nobody would come to the page
 * that they asked for. Here an event says so, and that page is loaded as a whole (`failed-chunk.live.ts`). Fails the build
 * where React Router does something else.
 */
export function failedRoute(): Plugin {
  return {
    name: 'savari:failed-route',
    transform(code, id) {
      if (this.environment.name !== 'client' || !FILE.test(id)) return
      if (!RELOAD.test(code)) this.error('React Router no longer reloads the page where a route cannot be fetched.')
      const noted = code.replace(RELOAD, (text) => text.replace('window.location.reload()', DISPATCH))
      return { code: noted, map: null }
    },
  }
}
