/** The parts of a service worker's global scope that ours use. TypeScript's own types for workers conflict with those for pages. */
export type WorkerScope = {
  location: { origin: string }
  registration: {
    showNotification: (title: string, options: object) => Promise<void>
    scope: string
    /** Not in every browser. */
    navigationPreload?: { enable: () => Promise<void> }
  }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<WindowClient[]>
    openWindow: (url: string) => Promise<unknown>
    claim: () => Promise<void>
  }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (name: 'fetch', listener: (event: FetchEvent) => void): void
    (name: string, listener: (event: WorkerEvent) => void): void
  }
}

type WindowClient = { url: string; focus: () => Promise<WindowClient>; navigate: (url: string) => Promise<unknown> }
type WorkerEvent = {
  waitUntil: (work: Promise<unknown>) => void
  data?: { json: () => unknown }
  notification?: { close: () => void; data?: { url?: string } }
}

export type FetchEvent = Pick<WorkerEvent, 'waitUntil'> & {
  request: Request
  /** The page, requested while the worker starts. */
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
