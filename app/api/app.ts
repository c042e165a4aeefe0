import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { type AnyProcedure, createRouterClient, ORPCError, type Router, type RouterClient } from '@orpc/server'
import { errors } from '#app/api/call/declared-errors.ts'
import { answerErrors, errorBody } from '#app/api/call/errors.ts'
import { asHarmlessFile } from '#app/api/call/files/file-answer.ts'
import { bearerOf } from '#app/api/call/http/bearer.ts'
import { noteDeprecation, noteLocation } from '#app/api/call/http/call-headers.ts'
import { asConditional } from '#app/api/call/http/conditional-answer.ts'
import { methodsAt } from '#app/api/call/http/methods.ts'
import { answerProblem, asProblem } from '#app/api/call/http/problem-answer.ts'
import { describeApi } from '#app/api/call/openapi/openapi.ts'
import { withPathFields } from '#app/api/call/path-fields.ts'
import { KEY_LENGTH } from '#app/contract/call/repeatable.ts'
import type { contract } from '#app/contract/contract.ts'
import { acceptedLanguage } from '#app/i18n/accepted-language.ts'
import { LANGUAGES, type Language, POSITION_HEADER } from '#app/rules/constants.ts'
import { DEVICE_KEY_HEADER, readDeviceKey } from '#app/rules/identity/device-key.ts'
import { inTask } from '#app/tracing/current-task.ts'
import { inSpan } from '#app/tracing/spans.ts'
import { account } from './account.ts'
import { ads } from './ads.ts'
import { alerts } from './alerts/calls.ts'
import type { ApiContext, Deps } from './call/context.ts'
import type { AroundCall, HandleCall } from './call/handle.ts'
import { chat } from './chat.ts'
import { companies } from './companies.ts'
import { company } from './company.ts'
import { content } from './content.ts'
import { showDocs } from './docs/docs.ts'
import { finders } from './finders.ts'
import { newsletter } from './newsletter/calls.ts'
import { notifications } from './notifications/calls.ts'
import { operator } from './operator.ts'
import { partners } from './partners/calls.ts'
import { payments } from './payments.ts'
import { places } from './places.ts'
import { reservations } from './reservations.ts'
import { site } from './site.ts'
import { support } from './support.ts'
import { vehicles } from './vehicles/calls.ts'

const router = {
  ...{
    account,
    ads,
    alerts,
    chat,
    companies,
    company,
    content,
    newsletter,
    notifications,
    operator,
    partners,
    payments,
    places,
    reservations,
    site,
    support,
    vehicles,
  },
} satisfies Router<typeof contract, ApiContext>

/** A call over HTTP also knows the path of its request, and which call it is. */
type HttpContext = ApiContext & {
  pathname: string
  found: { call?: AnyProcedure['~orpc'] }
  answerHeaders: Headers
}

export type Caller = Omit<ApiContext, 'deps' | 'finders'>
type Report = (error: unknown, requestId: string) => void
/** Wraps each call of an in-process client. */
type Interceptor = <T>(options: { next: () => Promise<T> }) => Promise<T>
export type ApiClient = RouterClient<typeof router>
export type Api = {
  /** The in-process calls for one caller. */
  client: (caller: Caller, interceptors?: Interceptor[]) => ApiClient
  handle: HandleCall
}

/**
 * Builds the API from its dependencies. HTTP and in-process calls share validation, errors and handlers; `report` gets
 * unexpected errors; `around` wraps calls over HTTP. Source: house.md, "One definition per call".
 */
export function createApi(deps: Deps, report: Report, around?: AroundCall): Api {
  const handlers = Object.fromEntries(
    LANGUAGES.map((language) => [language, handlerIn(language, report, around)]),
  ) as Record<Language, OpenAPIHandler<HttpContext>>
  return {
    client: (caller, interceptors = []) =>
      createRouterClient(router, {
        context: { ...caller, deps, finders },
        interceptors: [
          ...interceptors.map(
            (wrap) =>
              ({ next }: { next: () => Promise<unknown> }) =>
                wrap({ next }),
          ),
          ({ next, procedure }) =>
            answerErrors(
              {
                language: caller.language,
                report: (error) => report(error, caller.requestId),
                declared: procedure['~orpc'].errorMap,
              },
              () => asCall(procedure, caller.requestId, () => next()),
            ),
        ],
      }),
    async handle(request, { clientAddress, requestId, testCompany }) {
      const described = (await describeApi(request, deps.settings.origin)) ?? (await showDocs(request))
      if (described) return asConditional(request, described, true)
      const language = acceptedLanguage(request.headers.get('accept-language'))
      const key = request.headers.get('idempotency-key') ?? undefined
      if (key !== undefined && (key === '' || key.length > KEY_LENGTH))
        return answerProblem(errors.INVALID_IDEMPOTENCY_KEY(), language)
      const context = {
        deps,
        finders,
        language,
        requestId,
        clientAddress,
        testCompany,
        idempotencyKey: key,
        accessToken: bearerOf(request),
        device: request.headers.get('user-agent') ?? undefined,
        deviceKey: readDeviceKey(request.headers.get(DEVICE_KEY_HEADER)),
        written: { position: request.headers.get(POSITION_HEADER) ?? undefined },
        pathname: new URL(request.url).pathname,
        found: {} as HttpContext['found'],
        answerHeaders: new Headers(),
        unreadable: isReadable(request) ? undefined : ('UNSUPPORTED_MEDIA_TYPE' as const),
      }
      const { matched, response } = await handlers[language].handle(asRead(request), { prefix: '/api', context })
      if (!matched) return answerUnmatched(context.pathname, language)
      const { call } = context.found
      if (call) noteDeprecation(context.answerHeaders, call.route)
      for (const [name, value] of context.answerHeaders) response.headers.set(name, value)
      return asConditional(request, asHarmlessFile(await asProblem(response)), call?.meta.isKept ?? false)
    },
  }
}

/** HEAD is answered like GET, without the body. */
function asRead(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request
}

/** The content types that calls accept. Without the header a body is read as JSON. */
const BODY_TYPES = ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded']

function isReadable({ method, body, headers }: Request): boolean {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  return method === 'GET' || method === 'HEAD' || !body || !type || BODY_TYPES.includes(type)
}

function answerUnmatched(pathname: string, language: Language): Response {
  const methods = methodsAt(pathname)
  if (methods.length === 0) return answerProblem(errors.NOT_FOUND(), language)
  return answerProblem(new ORPCError('METHOD_NOT_SUPPORTED'), language, { allow: methods.join(', ') })
}

function handlerIn(language: Language, report: Report, around: AroundCall = ({ input }, next) => next(input)) {
  return new OpenAPIHandler<HttpContext>(router, {
    rootInterceptors: [
      ({ next, ...call }) => {
        const { body } = call.request
        // A body is read before its call is known, but permission is checked first (`admit`).
        call.request.body = async () => {
          if (call.context.unreadable) return undefined
          return body().catch(() => {
            call.context.unreadable = 'BAD_REQUEST'
          })
        }
        return next(call)
      },
    ],
    customErrorResponseBodyEncoder: (error: ORPCError<string, unknown>) => errorBody(error, language),
    clientInterceptors: [
      ({ next, ...call }) =>
        answerErrors(
          {
            language,
            report: (error) => report(error, call.context.requestId),
            declared: call.procedure['~orpc'].errorMap,
          },
          async () => {
            const { route } = call.procedure['~orpc']
            call.context.found.call = call.procedure['~orpc']
            const input = inputOf(call)
            const name = `${route.method} ${route.path}`
            const output = await around({ name, input, context: call.context }, (changed) =>
              asCall(call.procedure, call.context.requestId, () => next({ ...call, input: changed })),
            )
            noteLocation(call.context.answerHeaders, route, { input, output })
            return output
          },
        ),
    ],
  })
}

/** Names the call in logs and traces. */
function asCall<Result>(procedure: AnyProcedure, request: string, work: () => Result): Result {
  const { method, path } = procedure['~orpc'].route
  const call = `${method} ${path}`
  return inTask({ call, request }, () => inSpan(call, { attributes: { 'savari.call': call } }, work))
}

function inputOf({ input, context, procedure }: { input: unknown; context: HttpContext; procedure: AnyProcedure }) {
  const template = procedure['~orpc'].route.path ?? ''
  return withPathFields(input, { template, pathname: context.pathname })
}
