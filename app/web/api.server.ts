import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Api, Caller } from '#app/api/app.ts'
import { contract } from '#app/contract/contract.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { siteContext } from './context.ts'

/** The calls of the contract, typed, for one caller. */
export type ApiClient = ContractRouterClient<typeof contract>
/** The one door from the site to the API: in process, or over HTTP. Same types, same errors either way (house.md). */
export type ApiDoor = (caller: Caller) => ApiClient

export const apiDoorContext = createContext<ApiDoor>()

/**
 * The API for this request: `apiOf(context).ads.search(…)`. What is not there throws a 404 answer, an API that cannot
 * be reached a 503, so that pages need not care; every other declared error arrives as an ORPCError.
 */
export function apiOf(context: Readonly<RouterContextProvider>, options: { idempotencyKey?: string } = {}): ApiClient {
  const { language, requestId, clientAddress } = context.get(siteContext)
  return context.get(apiDoorContext)({ language, requestId, clientAddress, ...options })
}

/** The door to an API in this process. */
export function doorInProcess(api: Api): ApiDoor {
  return (caller) => api.client(caller, [({ next }) => asAnswers(next)]) as ApiClient
}

/** The door to an API elsewhere, by its base address. */
export function doorOverHttp(baseUrl: string): ApiDoor {
  return (caller) =>
    createORPCClient(
      new OpenAPILink(contract, {
        url: baseUrl,
        headers: () => ({
          'accept-language': LOCALE_TAGS[caller.language],
          'x-request-id': caller.requestId,
          'x-forwarded-for': caller.clientAddress,
          ...(caller.idempotencyKey && { 'idempotency-key': caller.idempotencyKey }),
        }),
        fetch: (request, init) => fetch(withTrailingSlash(request), init),
        customErrorResponseBodyDecoder: (body, { status }) => {
          const { type, detail, defined, data } = body as {
            type?: string
            detail?: string
            defined?: boolean
            data?: unknown
          }
          return type ? new ORPCError(type, { status, message: detail, defined, data }) : null
        },
        interceptors: [({ next }) => asAnswers(next)],
      }),
    )
}

const UNAVAILABLE = { status: 503, headers: { 'retry-after': '5' } }

async function asAnswers<T>(next: () => Promise<T>): Promise<T> {
  try {
    return await next()
  } catch (error) {
    if (error instanceof TypeError && error.message === 'fetch failed') throw data(null, UNAVAILABLE)
    if (!(error instanceof ORPCError)) throw error
    if (error.code === 'NOT_FOUND') throw data(null, { status: 404 })
    if (error.code === 'SERVICE_UNAVAILABLE') throw data(null, UNAVAILABLE)
    throw error
  }
}

/** The link drops the slash that most of the contract's paths end with; some servers insist on it. */
function withTrailingSlash(request: Request): Request {
  const url = new URL(request.url)
  if (url.pathname.endsWith('/') || url.pathname.endsWith('/admin/contact-data')) return request
  url.pathname += '/'
  return new Request(url, request)
}
