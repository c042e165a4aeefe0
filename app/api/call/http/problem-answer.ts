import { ORPCError } from '@orpc/server'
import { errorBody } from '#app/api/call/errors.ts'
import { PROBLEM_TYPE } from '#app/contract/call/problem.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'

const FIRST_ERROR = 400
/** Seconds after which a service that is away may be asked again. */
const AWAY_SECONDS = 5

/**
 * An error's answer with the media type of problem details, and the seconds to wait in its header, too, where waiting
 * helps (quality.md, "Safe"). Other answers stay as they are.
 */
export async function asProblem(response: Response): Promise<Response> {
  if (response.status < FIRST_ERROR) return response
  response.headers.set('content-type', PROBLEM_TYPE)
  if (response.status === 503) response.headers.set('retry-after', String(AWAY_SECONDS))
  if (response.status !== 429) return response
  const { data } = (await response.clone().json()) as { data?: { retry_after?: number } }
  response.headers.set('retry-after', String(data?.retry_after ?? 60))
  return response
}

/** A refusal before any call is reached, in the shape of error bodies and the requested language. */
export function answerProblem(
  error: ORPCError<string, unknown>,
  language: Language,
  headers: Record<string, string> = {},
): Response {
  const key = error.code.toLowerCase()
  const text = textFor(language, 'errors')
  const message = text.loose(text.has(`api.${key}`) ? `api.${key}` : key)
  const { status, defined } = error
  const body = errorBody(new ORPCError(error.code, { status, defined, message }), language)
  return Response.json(body, { status, headers: { ...headers, 'content-type': PROBLEM_TYPE } })
}
