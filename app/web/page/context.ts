import { createContext } from 'react-router'
import type { Config } from '#app/config.ts'
import type { Language } from '#app/rules/constants.ts'
import type { Log } from '#app/web/edge/log.ts'

/** What every loader, action and middleware may know about the request beside the request itself. */
export interface SiteContext {
  config: Config
  /** The page's language: the address's prefix, Persian without one. */
  language: Language
  /** The site's public address without a path: `https://example.org`. */
  origin: string
  requestId: string
  /** The visitor's network address; a forwarded one only from a trusted proxy. */
  clientAddress: string
  /** What the visitor's program calls itself, for the list of signed-in devices. */
  device?: string
  /** Whether a whole page is asked for, not its data alone (the router's own `.data` requests). */
  isDocument?: boolean
  /** The request's cookies by name. */
  cookies: ReadonlyMap<string, string>
  /** Where forms of the site lead besides to itself: the banks in use. A form that redirects there counts, too. */
  bankOrigins: readonly string[]
  log: Log
}

/** `context.get(siteContext)` in a loader or action. */
export const siteContext = createContext<SiteContext>()
