import { openOnClick, showPush } from './show-push.ts'
import type { WorkerScope } from './worker-scope.ts'

/** The service worker of Web Push (`/sw.js`): it shows what arrives, and keeps no page from the network. */
const scope = self as unknown as WorkerScope

openOnClick(scope)
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('push', (event) => {
  const data = event.data?.json()
  if (data !== null && typeof data === 'object') event.waitUntil(showPush(scope, data))
})
