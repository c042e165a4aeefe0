import { ORPCError, ValidationError } from '@orpc/server'
import { isDatabaseAway } from '#app/db/error-code.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] }

/**
 * Gives every error its translated sentence, and turns what was not foreseen into INTERNAL_SERVER_ERROR, alike for both
 * doors of the API. Unforeseen errors are reported, never shown (§8).
 */
export async function answerErrors<T>(
  language: Language,
  report: (error: unknown) => void,
  next: () => Promise<T>,
): Promise<T> {
  try {
    return await next()
  } catch (error) {
    throw presentable(error, language, report)
  }
}

function presentable(error: unknown, language: Language, report: (error: unknown) => void): ORPCError<string, unknown> {
  const text = textFor(language, 'errors')
  if (!(error instanceof ORPCError) || error.code === 'INTERNAL_SERVER_ERROR') {
    report(error)
    if (isDatabaseAway(error))
      return new ORPCError('SERVICE_UNAVAILABLE', { message: text.loose('SERVICE_UNAVAILABLE') })
    return new ORPCError('INTERNAL_SERVER_ERROR', { message: text.loose('INTERNAL_SERVER_ERROR') })
  }
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
    const data = { fields: faultsOf(error.cause.issues as Issue[]) }
    return new ORPCError('INVALID_FIELDS', { status: 400, message: text.loose('INVALID_FIELDS'), data, defined: true })
  }
  return new ORPCError(error.code, {
    status: error.status,
    defined: error.defined,
    data: error.data,
    message: text.has(error.code) ? text.loose(error.code) : error.message,
    cause: error.cause,
  })
}

/** Message keys by field: `receive_address.address` → `['required']`. */
function faultsOf(issues: Issue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { path = [], message } of issues) {
    const name = path
      .map((part) => String(typeof part === 'object' ? part.key : part))
      .filter((part) => part !== 'body' && part !== 'query')
      .join('.')
    fields[name] = [...(fields[name] ?? []), /^[a-z_]+$/.test(message) ? message : 'invalid']
  }
  return fields
}

/** The one shape of an error body: `detail`, `type`, per-field sentences, and what the typed client needs to read it back (§8). */
export function errorBody(error: ORPCError<string, unknown>, language: Language): Record<string, unknown> {
  const text = textFor(language, 'errors')
  const faults = (error.data as { fields?: Record<string, string[]> } | undefined)?.fields
  const fields =
    faults &&
    Object.fromEntries(Object.entries(faults).map(([name, keys]) => [name, keys.map((key) => text.loose(key))]))
  return {
    detail: error.message,
    type: error.code,
    ...(fields && { fields }),
    defined: error.defined,
    data: error.data,
  }
}
