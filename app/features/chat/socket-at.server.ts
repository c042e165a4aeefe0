import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'

/** The address of the socket for a page. With the API in this process, it is on the origin by which the visitor reached the site. */
export function socketAt(context: Readonly<RouterContextProvider>, socket: { url: string; path: string }) {
  const { config, origin } = context.get(siteContext)
  return config.apiBaseUrl ? socket : { ...socket, url: origin.replace(/^http/, 'ws') }
}
