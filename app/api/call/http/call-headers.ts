import { CREATED_AT } from '#app/contract/call/created.ts'
import { DEPRECATED_FIELDS, DEPRECATIONS } from '#app/contract/call/deprecations.ts'
import { SECOND_MS } from '#app/rules/time/durations.ts'

type Route = { method?: string | undefined; path?: string | undefined; successStatus?: number | undefined }

/** Where the deprecated calls are listed. */
const LISTED_AT = '/api/docs/versions'

/**
 * Says in an answer's headers that its call, or a field of its answer, is deprecated, since when and until when; the page that is linked
 * names it. Source: RFC 9745, RFC 8594.
 */
export function noteDeprecation(headers: Headers, { method, path }: Route): void {
  const isCall = (one: Route) => one.path === path && one.method === method
  const found = DEPRECATIONS.find(isCall) ?? DEPRECATED_FIELDS.find(({ calls }) => calls.some(isCall))
  if (!found) return
  headers.set('deprecation', `@${Date.parse(found.since) / SECOND_MS}`)
  headers.set('sunset', new Date(found.until).toUTCString())
  headers.set('link', `<${LISTED_AT}>; rel="deprecation"; type="text/html"`)
}

/** Says in an answer's headers where that is what its call created. */
export function noteLocation(headers: Headers, { path = '', successStatus }: Route, call: Facts): void {
  const template = successStatus === CREATED ? CREATED_AT[path] : undefined
  if (template) headers.set('location', `/api${filled(template, call)}`)
}

type Facts = { input: unknown; output: unknown }
const CREATED = 201

function filled(template: string, { input, output }: Facts): string {
  return template.replace(/\{(output\.)?(\w+)\}/g, (_, isOutput: string | undefined, name: string) => {
    const fields = (isOutput ? output : input) as Record<string, unknown>
    return encodeURIComponent(String(fields[name]))
  })
}
