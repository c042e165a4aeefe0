import type { RouterContextProvider } from 'react-router'
import type { Language } from '#app/rules/constants.ts'
import { type ApiClient, type ApiDoor, apiDoorContext, apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'

const KEEP_MS = 300_000
/** How soon a failed request is repeated. */
const ASK_AGAIN_MS = 10_000

/**
 * Data that the frame of every page needs from the API, refreshed every five minutes in each language. If the API
 * cannot be reached, that is logged under `name`, and pages do without.
 */
export function askedRarely<Found>(
  name: 'app-link' | 'currencies',
  ask: (api: ApiClient) => Promise<Found | undefined>,
) {
  const answers = new WeakMap<ApiDoor, Map<Language, { until: number; found: Promise<Found | undefined> }>>()
  return (context: Readonly<RouterContextProvider>, now = performance.now()): Promise<Found | undefined> => {
    const door = context.get(apiDoorContext)
    const { language, log } = context.get(siteContext)
    const byLanguage = answers.get(door) ?? new Map()
    answers.set(door, byLanguage)
    const known = byLanguage.get(language)
    if (known && now < known.until) return known.found
    const found = ask(apiOf(context, { asVisitor: true })).catch((error: unknown) => {
      log(name, { message: error instanceof Error ? error.message : 'the API is away' })
      return undefined
    })
    const answer = { until: now + ASK_AGAIN_MS, found }
    byLanguage.set(language, answer)
    void found.then((value) => {
      if (value) answer.until = now + KEEP_MS
    })
    return found
  }
}
