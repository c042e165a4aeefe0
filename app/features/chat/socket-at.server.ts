import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'

/** Where a page finds the socket: with the API in this process, where the visitor reached the site. */
export function socketAt(context: Readonly<RouterContextProvider>, socket: { url: string; path: string }) {
  const { config, origin } = context.get(siteContext)
  return config.apiBaseUrl ? socket : { ...socket, url: origin.replace(/^http/, 'ws') }
}
