import { ORPCError, ValidationError } from '@orpc/server'
import { problemOf } from '#app/contract/call/problem.ts'
import { isDatabaseAway, isDiskFull, isHeldUp } from '#app/db/connection/error-code.ts'
import { formatWallTime } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import type { Text } from '#app/i18n/text/text-types.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { errors } from './declared-errors.ts'
import type { ErrorValues } from './invalid-fields.ts'

type Path = readonly (PropertyKey | { key: PropertyKey })[]
type Issue = {
  message: string
  path?: Path
  maximum?: unknown
  minimum?: unknown
  code?: string
  /** Names that the object at the path does not know. */
  keys?: readonly string[]
}

type Answering = {
  language: Language
  report: (error: unknown) => void
  /** The errors that the call declares, by code. */
  declared: object
}

/**
 * Gives every error its translated sentence, and turns unexpected errors into INTERNAL_SERVER_ERROR, for HTTP and
 * in-process calls. Unexpected errors are reported, never shown (§8); so are those that the call does not declare.
 */
export async function answerErrors<T>(answering: Answering, next: () => Promise<T>): Promise<T> {
  try {
    return await next()
  } catch (error) {
    throw presentable(error, answering)
  }
}

function presentable(error: unknown, { language, report, declared }: Answering): ORPCError<string, unknown> {
  const text = textFor(language, 'errors')
  if (!(error instanceof ORPCError) || error.code === 'INTERNAL_SERVER_ERROR') {
    report(error)
    if (isDatabaseAway(error) || isDiskFull(error) || isHeldUp(error))
      return new ORPCError('SERVICE_UNAVAILABLE', { message: text.loose('unavailable') })
    return new ORPCError('INTERNAL_SERVER_ERROR', { message: text.loose('server') })
  }
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
    const data = fieldErrorsIn(error.cause.issues as Issue[], error.cause.data)
    return errors.INVALID_FIELDS({ message: text.loose('invalid_fields'), data })
  }
  // Errors that no call declares, because any call can throw them.
  const isCommon = COMMON.includes(error.code)
  if (!isCommon && !(error.code in declared)) report(error)
  const key = [reasonOf(error), error.code.toLowerCase()].find((one) => one !== undefined && text.has(one))
  return new ORPCError(error.code, {
    status: error.status,
    defined: error.defined,
    data: error.code === 'INVALID_FIELDS' ? worded(error.data, language) : error.data,
    message: key ? text.loose(ownKeyOf(text, key), valuesOf(error, language)) : error.message,
    cause: error.cause,
  })
}

const COMMON = ['BAD_REQUEST', 'IDEMPOTENCY_CONFLICT', 'REQUEST_RUNNING', 'SERVICE_UNAVAILABLE']

/** The data of INVALID_FIELDS with its message's times in words: `opens` is a local time, `2026-12-05T08:00`. */
function worded(data: unknown, language: Language): unknown {
  const { values, ...rest } = data as { values?: ErrorValues }
  if (!values) return data
  const shown = ([name, value]: [string, string | number]) => {
    const [date, time] = name === 'opens' ? String(value).split('T') : []
    return [name, date && time ? formatWallTime({ date, time }, language, 'weekday') : value]
  }
  const inWords = (of: ErrorValues[string]) => Object.fromEntries(Object.entries(of).map(shown))
  return { ...rest, values: Object.fromEntries(Object.entries(values).map(([field, of]) => [field, inWords(of)])) }
}

/** If one code has several meanings, the key that distinguishes them. */
function reasonOf({ data }: ORPCError<string, unknown>): string | undefined {
  const reason = (data as { reason?: unknown } | null | undefined)?.reason
  return typeof reason === 'string' ? reason : undefined
}

/** The key of the specification's own sentence, where pages use other words. */
function ownKeyOf(text: Text<'errors'>, key: string): string {
  return text.has(`api.${key}`) ? `api.${key}` : key
}

/** The values for an error's sentence. */
function valuesOf({ code, data }: ORPCError<string, unknown>, language: Language): Record<string, string> | undefined {
  if (code === 'CUSTOMER_BLOCKED') return { why: (data as { why: string }).why }
  if (code === 'SCOPE_MISSING') return { scope: (data as { scope: string }).scope }
  if (code !== 'PRICE_CHANGED') return undefined
  const { shown, now } = data as { shown: number; now: { total: number; currency: CurrencyCode } }
  const money = (amount: number) => formatMoney(amount, now.currency, language)
  return { before: money(shown), now: money(now.total) }
}

/** Message keys by field, `receive_address.address` → `['required']`, and the limits in their messages. */
function fieldErrorsIn(issues: Issue[], given: unknown): { fields: Record<string, string[]>; values?: ErrorValues } {
  const fields: Record<string, string[]> = {}
  const values: ErrorValues = {}
  for (const { path = [], message, maximum, minimum, code, keys } of issues) {
    if (code === 'unrecognized_keys' && keys) {
      for (const key of keys) fields[nameOf([...path, key])] = ['unknown_field']
      continue
    }
    const name = nameOf(path)
    const ownKey = /^[a-z_]+$/.test(message) ? message : undefined
    fields[name] = [...(fields[name] ?? []), ownKey ?? (isMissing(given, path) ? 'required' : 'invalid')]
    const bound = maximum ?? minimum
    if (typeof bound === 'number') values[name] = { n: bound }
  }
  return { fields, ...(Object.keys(values).length > 0 && { values }) }
}

/** The name of a field as the caller spelled it. */
function nameOf(path: Path): string {
  return (
    path
      .map((part) => String(keyOf(part)))
      // For calls that keep query and body apart; a field of their own may have that name.
      .filter((part, at, all) => at > 0 || all.length === 1 || (part !== 'body' && part !== 'query'))
      .join('.')
  )
}

function isMissing(given: unknown, path: Path): boolean {
  const value = path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | null)?.[keyOf(part)], given)
  return value === undefined || value === null || value === ''
}

function keyOf(part: Path[number]): PropertyKey {
  return typeof part === 'object' ? part.key : part
}

/**
 * The shape of all error bodies: problem details, per-field sentences, and what the typed client needs to restore the
 * error (§8).
 */
export function errorBody(error: ORPCError<string, unknown>, language: Language): Record<string, unknown> {
  const text = textFor(language, 'errors')
  const { fields: fieldErrors, values } = (error.data ?? {}) as {
    fields?: Record<string, string[]>
    values?: ErrorValues
  }
  const sentences = ([name, keys]: [string, string[]]) => [
    name,
    keys.map((key) => text.loose(ownKeyOf(text, key), values?.[name])),
  ]
  const fields = fieldErrors && Object.fromEntries(Object.entries(fieldErrors).map(sentences))
  // An unreadable query never reached a call, where errors get their sentences.
  const detail = error.code === 'BAD_REQUEST' ? text('bad_request') : error.message
  return {
    ...problemOf({ type: error.code, status: error.status, detail }),
    ...(fields && { fields }),
    defined: error.defined,
    data: error.data,
  }
}
