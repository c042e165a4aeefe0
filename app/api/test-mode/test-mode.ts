import { ORPCError } from '@orpc/server'
import { knownKey, noteUse } from '#app/api/call/admission/api-key.ts'
import type { Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { answerErrors, errorBody } from '#app/api/call/errors.ts'
import type { HandleCall } from '#app/api/call/handle.ts'
import { bearerOf } from '#app/api/call/http/bearer.ts'
import { asProblem } from '#app/api/call/http/problem-answer.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { acceptedLanguage } from '#app/i18n/accepted-language.ts'
import { hasTestKey } from '#app/rules/access/api-key.ts'
import { SECOND_MS } from '#app/rules/time/durations.ts'
import { createKeyMirror } from './mirror-key.ts'

/** The API of test mode, over a database of its own. */
export type OpenTestMode = { handle: HandleCall; deps: Deps; close: () => Promise<void> }

export type TestMode = { handle: HandleCall; close: () => Promise<void> }

/** After a failure it is not opened again for a while, however many calls want it. */
const TRY_AGAIN_MS = 10 * SECOND_MS

/** Whether a request is for test mode: it carries one of its keys. */
export function isForTestMode(request: Request): boolean {
  return hasTestKey(request.headers.get('authorization'))
}

/**
 * Answers the requests with test keys. Who has a key is known to the real database; everything else happens in test mode's own,
 * which is opened for the first request. Answers 503 while that fails, and INVALID_TOKEN where there is no test mode: no request
 * with a test key may reach anything real. Source: issue 20, B.
 */
export function createTestMode({
  deps,
  open,
  report,
}: {
  deps: Deps
  /** Undefined where there is no test mode. */
  open: (() => Promise<OpenTestMode>) | undefined
  report: (error: unknown, requestId: string) => void
}): TestMode {
  let opening: Promise<OpenTestMode> | undefined
  const opened = () => {
    if (!open) throw errors.INVALID_TOKEN()
    opening ??= open().catch((error) => {
      setTimeout(() => {
        opening = undefined
      }, TRY_AGAIN_MS).unref()
      report(error, 'test mode')
      throw new ORPCError('SERVICE_UNAVAILABLE')
    })
    return opening
  }
  const mirror = createKeyMirror()

  return {
    async handle(request, facts) {
      const language = acceptedLanguage(request.headers.get('accept-language'))
      const accessToken = bearerOf(request) ?? ''
      const answerHeaders = new Headers()
      try {
        const key = await knownKey({ ...facts, deps, accessToken, answerHeaders }, 'TEST')
        await noteUse(deps, key)
        const { handle, deps: testDeps } = await opened()
        await mirror(testDeps, key, accessToken)
        return own(await handle(request, { ...facts, testCompany: key.company_id }), answerHeaders)
      } catch (error) {
        const answering = { language, report: (cause: unknown) => report(cause, facts.requestId), declared: ERRORS }
        return answerErrors(answering, () => Promise.reject(error)).catch((shown: ORPCError<string, unknown>) =>
          asProblem(Response.json(errorBody(shown, language), { status: shown.status, headers: answerHeaders })),
        )
      }
    },
    async close() {
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}

/** No cache may show what only a key sees. The answer says what is left of its limit, unless its call has one of its own. */
function own(answer: Response, limits: Headers): Response {
  answer.headers.set('cache-control', 'private, no-store')
  for (const [name, value] of limits) if (!answer.headers.has(name)) answer.headers.set(name, value)
  return answer
}
