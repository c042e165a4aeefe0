import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Api, Caller } from '#app/api/app.ts'
import { callsOf } from '#app/contract/call/calls.ts'
import { PROBLEM_TYPE } from '#app/contract/call/problem.ts'
import { contract } from '#app/contract/contract.ts'
import { LOCALE_TAGS, POSITION_HEADER } from '#app/rules/constants.ts'
import { DEVICE_KEY_HEADER } from '#app/rules/identity/device-key.ts'
import { carrierOf, inSpan } from '#app/tracing/spans.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { deviceKeyOf } from '#app/web/session/cookie/device-key.ts'
import {
  redirectToBan,
  redirectToFactorCheck,
  redirectToFactorSetup,
  redirectToSignIn,
} from '#app/web/session/require-sign-in.ts'
import { visitContext } from '#app/web/session/visit.ts'

/** The calls of the contract, typed, for one caller. */
export type ApiClient = ContractRouterClient<typeof contract>
/** The only way from the site to the API: in process or over HTTP, with the same types and errors (house.md). */
export type ApiDoor = (caller: Caller, onRefused?: OnRefused) => ApiClient
const SIGN_IN_CODES = [
  'INVALID_TOKEN',
  'BANNED_USER',
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_REQUIRED',
  'RECHECK_NEEDED',
] as const
/** Called when a call is refused because no valid sign-in came with it; may throw another answer. */
type OnRefused = (code: (typeof SIGN_IN_CODES)[number]) => Promise<void>

export const apiDoorContext = createContext<ApiDoor>()

/**
 * The API for this request, as the person who is signed in: `apiOf(context).ads.search(…)`. Throws Responses that pages
 * need not handle: 404 for NOT_FOUND, 410 for what was withdrawn, 503 for an unreachable API, and a redirect to the
 * sign-in page and back where a call needs a (stronger) sign-in (§8). Other declared errors arrive as ORPCErrors.
 * `asVisitor` calls without the person's token and `accessToken` with another one; both pass on refusals of the
 * sign-in, too.
 */
export function apiOf(
  context: Readonly<RouterContextProvider>,
  {
    asVisitor,
    accessToken,
    idempotencyKey,
    deviceKey = deviceKeyOf(context),
  }: { idempotencyKey?: string; asVisitor?: boolean; accessToken?: string; deviceKey?: string } = {},
): ApiClient {
  const door = context.get(apiDoorContext)
  const caller = { ...callerOf(context), idempotencyKey, deviceKey }
  if (asVisitor || accessToken) return door({ ...caller, accessToken })
  const session = context.get(visitContext)?.session
  return door({ ...caller, accessToken: session?.access }, async (code) => {
    if (code === 'SECOND_FACTOR_REQUIRED') throw redirectToFactorSetup(context)
    if (code === 'RECHECK_NEEDED') throw await redirectToFactorCheck(context)
    if (code === 'BANNED_USER') throw redirectToBan(context)
    throw await redirectToSignIn(context, session ? 'login_again' : 'not_logged_in')
  })
}

/** The caller of this request without a sign-in. */
export function callerOf(context: Readonly<RouterContextProvider>): Caller {
  const { language, requestId, clientAddress, device, written } = context.get(siteContext)
  return { language, requestId, clientAddress, device, deviceKey: deviceKeyOf(context), written }
}

/** Calls an API in this process. */
export function doorInProcess(api: Api): ApiDoor {
  return (caller, onRefused) => api.client(caller, [({ next }) => asAnswers(next, onRefused)]) as ApiClient
}

/** Calls an API over HTTP, by its base address. */
export function doorOverHttp(baseUrl: string): ApiDoor {
  return (caller, onRefused) =>
    createORPCClient(
      new OpenAPILink(contract, {
        url: baseUrl,
        headers: () => ({
          'accept-language': LOCALE_TAGS[caller.language],
          'x-request-id': caller.requestId,
          'x-forwarded-for': caller.clientAddress,
          ...(caller.accessToken && { authorization: `Bearer ${caller.accessToken}` }),
          ...(caller.deviceKey && { [DEVICE_KEY_HEADER]: caller.deviceKey }),
          ...(caller.device && { 'user-agent': caller.device }),
          ...(caller.idempotencyKey && { 'idempotency-key': caller.idempotencyKey }),
          ...(caller.written?.position && { [POSITION_HEADER]: caller.written.position }),
          ...carrierOf(),
        }),
        fetch: async (request, init) => {
          const response = await fetch(withTrailingSlash(request), init)
          const position = response.headers.get(POSITION_HEADER)
          if (caller.written && position) caller.written.position = position
          return withReadableProblem(response)
        },
        customErrorResponseBodyDecoder: (body, { status }) => {
          const { type, detail, defined, data } = body as {
            type?: string
            detail?: string
            defined?: boolean
            data?: unknown
          }
          return type ? new ORPCError(type, { status, message: detail, defined, data }) : null
        },
        interceptors: [
          ({ next, path }) => inSpan(`call ${path.join('.')}`, { kind: 'outgoing' }, () => asAnswers(next, onRefused)),
        ],
      }),
    )
}

const UNAVAILABLE = { status: 503, headers: { 'retry-after': '5' } }

async function asAnswers<T>(next: () => Promise<T>, onRefused?: OnRefused): Promise<T> {
  try {
    return await next()
  } catch (error) {
    if (error instanceof TypeError && error.message === 'fetch failed') throw data(null, UNAVAILABLE)
    if (error instanceof ORPCError && error.code === 'SERVICE_UNAVAILABLE') throw data(null, UNAVAILABLE)
    if (isCallError(error, 'NOT_FOUND')) throw data(null, { status: 404 })
    if (isCallError(error, 'WITHDRAWN')) throw data(null, { status: 410 })
    if (isCallError(error, ...SIGN_IN_CODES)) await onRefused?.(error.code)
    // A remote API may refuse in a way of its own, which has no page but that of its status (§8, "other 401").
    if (error instanceof ORPCError && error.code === 'UNAUTHORIZED') throw data(null, { status: 401 })
    throw error
  }
}

const slashless = callsOf(contract)
  .map(({ path }) => path)
  .filter((path) => !path.endsWith('/'))

/** OpenAPILink drops the trailing slash of the contract's paths, which some servers require. */
function withTrailingSlash(request: Request): Request {
  const url = new URL(request.url)
  if (url.pathname.endsWith('/') || slashless.some((path) => url.pathname.endsWith(path))) return request
  url.pathname += '/'
  return new Request(url, request)
}

/** OpenAPILink reads a body as JSON only if its type is just that. */
function withReadableProblem(response: Response): Response {
  if (!response.headers.get('content-type')?.startsWith(PROBLEM_TYPE)) return response
  const headers = new Headers(response.headers)
  headers.set('content-type', 'application/json')
  return new Response(response.body, { status: response.status, headers })
}
