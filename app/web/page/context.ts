import { createContext } from 'react-router'
import type { Config } from '#app/config.ts'
import type { Language } from '#app/rules/constants.ts'
import type { Log } from '#app/tracing/log-line.ts'

/** What loaders, actions and middleware know besides the Request. */
export interface SiteContext {
  config: Config
  /** The page's language: the address's prefix, Persian without one. */
  language: Language
  /** The site's public address without a path: `https://example.org`. */
  origin: string
  requestId: string
  /** The visitor's network address; a forwarded one only from a trusted proxy. */
  clientAddress: string
  /** The User-Agent, for the list of signed-in devices. */
  device?: string
  /** Whether the whole page is requested, not only its data (the router's `.data` requests). */
  isDocument?: boolean
  /** The request's cookies by name. */
  cookies: ReadonlyMap<string, string>
  /** What this browser has written lately, by which replicas of the database are chosen; calls move it on. */
  written?: { position?: string | undefined }
  /** Origins of the banks in use, which forms may redirect to. */
  bankOrigins: readonly string[]
  log: Log
}

/** `context.get(siteContext)` in a loader or action. */
export const siteContext = createContext<SiteContext>()
