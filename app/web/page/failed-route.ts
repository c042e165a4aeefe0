/** The event by which the router says that a route's file could not be fetched (`vite-failed-route.ts`). */
export const FAILED_ROUTE = 'failed-route'
