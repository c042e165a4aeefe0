import { DEPRECATED_FIELDS, DEPRECATIONS } from '#app/contract/call/deprecations.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import type { Text } from '#app/i18n/text/text-types.ts'
import remedies from './remedies.json' with { type: 'json' }

/** A type of error: when it is answered, and what to do then. */
export interface ErrorType {
  code: string
  status: number
  cause: string
  remedy: string
}

/** Errors that no call declares, because any call can answer them. */
const ANY_CALL: Record<string, number> = {
  BAD_REQUEST: 400,
  METHOD_NOT_SUPPORTED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
}

/** Stands for what a sentence names: a price before and now, a reason, a scope. */
const VALUES = { before: '…', now: '…', why: '…', scope: '…' }

/** Every type of error of the API, by its code. Source: the errors that the contract declares. */
export function errorTypes(sentences: Text<'errors'>): ErrorType[] {
  const statuses = {
    ...Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
    ...ANY_CALL,
  }
  const types = Object.entries(statuses).map(([code, status]) => {
    const { cause, remedy } = textsOf(code)
    return { code, status, cause: cause ?? sentences.loose(code.toLowerCase(), VALUES), remedy: remedy ?? '' }
  })
  return types.sort((one, other) => (one.code < other.code ? -1 : 1))
}

/** The remedy for each code, and the cause where its sentence is for people in a form. */
function textsOf(code: string): { cause?: string; remedy?: string } {
  const texts: Record<string, { cause?: string; remedy?: string } | undefined> = remedies
  return texts[code] ?? {}
}

/** The types as Markdown, each under its code. */
export function errorsAsMarkdown(types: readonly ErrorType[]): string {
  return types
    .map(
      ({ code, status, cause, remedy }) => `### ${code}\n\nStatus ${status}. ${cause}\n\n**What to do:** ${remedy}\n`,
    )
    .join('\n')
}

/** The deprecated calls and fields as a table in Markdown. */
export function deprecationsAsMarkdown(): string {
  const code = ({ method, path }: { method: string; path: string }) => `\`${method} ${path}\``
  const rows = [
    ...DEPRECATIONS.map(({ instead, ...one }) => ({ ...one, what: code(one), instead: code(instead) })),
    ...DEPRECATED_FIELDS.map((one) => ({ ...one, what: `\`${one.field}\` in ${one.calls.map(code).join(', ')}` })),
  ].map(({ what, since, until, instead }) => `| ${what} | ${since} | ${until} | ${instead} |`)
  return ['| call or field | deprecated since | works until | take instead |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  )
}
