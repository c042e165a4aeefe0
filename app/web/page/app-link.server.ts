import type { RouterContextProvider } from 'react-router'
import { type ApiDoor, apiDoorContext, apiOf } from '#app/web/api.server.ts'
import { siteContext } from './context.ts'

const KEEP_MS = 300_000
/** How soon a failed request is repeated. */
const ASK_AGAIN_MS = 10_000
const links = new WeakMap<ApiDoor, { until: number; url: Promise<string | undefined> }>()

/**
 * Where travellers download the mobile app: the last USER entry of the API's list (§7), asked for every five minutes.
 * If the API can't be reached, that is logged and the footer has no link.
 */
export function appLink(context: Readonly<RouterContextProvider>, now = Date.now()): Promise<string | undefined> {
  const door = context.get(apiDoorContext)
  const known = links.get(door)
  if (known && now < known.until) return known.url
  const url = askForLink(context)
  const requested = { until: now + ASK_AGAIN_MS, url }
  links.set(door, requested)
  void url.then((found) => {
    if (found) requested.until = now + KEEP_MS
  })
  return url
}

async function askForLink(context: Readonly<RouterContextProvider>): Promise<string | undefined> {
  try {
    const { results } = await apiOf(context).site.applications()
    const app = results.findLast(({ type }) => type === 'USER')
    return app?.direct_url ?? app?.url ?? app?.link ?? app?.file ?? undefined
  } catch (error) {
    context.get(siteContext).log('app-link', { message: error instanceof Error ? error.message : 'the API is away' })
    return undefined
  }
}
