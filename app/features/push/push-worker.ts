import { serveTrips } from '../offline/serve-trips.ts'
import { openOnClick, showPush } from './show-push.ts'
import type { WorkerScope } from './worker-scope.ts'

/** The site's service worker (`/sw.js`): shows Web Push messages and stores trips for reading offline. */
const scope = self as unknown as WorkerScope

openOnClick(scope)
serveTrips(scope)
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('push', (event) => {
  const data = event.data?.json()
  if (data !== null && typeof data === 'object') event.waitUntil(showPush(scope, data))
})
