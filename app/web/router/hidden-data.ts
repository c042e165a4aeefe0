import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'
import { isOwn } from './switches.ts'

const sentData = new WeakMap<object, object>()

/**
 * Loader data that the router does not write. Before a page is rendered, the router writes its data in a format of its own, which our pages
 * do not have (`page-data.ts`); here it finds no enumerable property. `sentOf` has what the page sends, unless it fails: then it has none of
 * this (`forgetHidden`). A spread leaves everything out: pass the data whole, or by name. *Ours*. A part of the piece `page-data`: 5 % of the CPU time of a page
 * of results.
 */
export function hideFromRouter<Data extends object>(context: Readonly<RouterContextProvider>, data: Data): Data {
  if (!(context.get(siteContext).isDocument && isOwn('page-data') && isOwn('page-scripts'))) return data
  const hidden = {}
  for (const name of Object.getOwnPropertyNames(data))
    Object.defineProperty(hidden, name, { value: data[name as keyof Data] })
  sentData.set(hidden, data)
  return hidden as Data
}

/** What a page sends of a loader's data. */
export function sentOf(data: unknown): unknown {
  return isHidden(data) ? sentData.get(data) : data
}

/** Takes from the data of a page that failed what the browser does not get, so that both render the same. */
export function forgetHidden(loaderData: Record<string, unknown>) {
  for (const [route, data] of Object.entries(loaderData)) if (isHidden(data)) loaderData[route] = {}
}

/** Whether the router has nothing of a loader's data to write. */
export function isHidden(data: unknown): data is object {
  return typeof data === 'object' && data !== null && sentData.has(data)
}
