import { ORPCError } from '@orpc/client'
import { data } from 'react-router'
import type { z } from 'zod'
import { ERRORS, type ErrorCode } from '#app/contract/call/errors.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import type { FieldErrors, FormReply } from './forms.ts'

type DataOf<Code extends ErrorCode> = (typeof ERRORS)[Code] extends { data: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined
/** An expected error of a call, with the data that the contract declares for its code. */
export type CallError<Code extends ErrorCode = ErrorCode> = { [Name in Code]: ORPCError<Name, DataOf<Name>> }[Code]

export interface Refusable {
  refuse: (fieldErrors: FieldErrors, status?: number) => ReturnType<typeof data<{ form: FormReply }>>
}

/**
 * Whether an error is declared in the contract and has one of these codes. `if (isCallError(error, 'NOT_PAYABLE')) …`
 */
export function isCallError<Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is CallError<Code> {
  return error instanceof ORPCError && (codes as readonly string[]).includes(error.code)
}

/** The errors of single fields, by their names in the call, with the values of their messages. */
export function fieldErrorsOf({ data }: CallError<'INVALID_FIELDS'>): Record<string, FieldError[]> {
  const { fields, values } = data
  return Object.fromEntries(
    Object.entries(fields).map(([name, keys]) => [
      name,
      keys.map((key) => ({ key, ...(values?.[name] && { values: values[name] }) })),
    ]),
  )
}

/** A declared error of a call as a JSON answer for the page's scripts. Rethrows undeclared errors. */
export function errorResponse(error: unknown): Response {
  if (!(error instanceof ORPCError)) throw error
  return Response.json({ type: error.code }, { status: error.status })
}

/** Seconds until a rate-limited call may be repeated. */
export function secondsOf({ data }: CallError<'TOO_MANY_REQUESTS'>): number {
  return data?.retry_after ?? 60
}

export type Placing = {
  /** Errors of the call that belong to a field of this form or need another message here; for pages a NOT_FOUND is a 404 (`apiOf`). */
  at?: Partial<Record<Exclude<ErrorCode, 'NOT_FOUND'>, FieldErrors>>
  /** Maps the name of a field in the call to its name in the form. */
  rename?: (name: string) => string
}

/** Where pages answer with another status than the API: for a 401, browsers might ask for a password. */
const PAGE_STATUS: Partial<Record<ErrorCode, number>> = { BANNED_USER: 403, INVALID_CREDENTIALS: 400 }
/** Errors that redirect or need more than a message: only shown where `at` has them. */
const NOT_BY_ITSELF: readonly string[] = ['INVALID_TOKEN', 'PRICE_CHANGED']

/**
 * Shows the form again with the errors of a call: errors of fields at their fields, others above the form with the
 * message of their code in `errors.json`. Rethrows undeclared errors. `catch (error) { return refused(error, form, {
 * at: { NOT_RATEABLE: { score: ['not_rateable'] } } }) }`
 */
export function refused(error: unknown, form: Refusable, { at = {}, rename = (name) => name }: Placing = {}) {
  if (isCallError(error, 'INVALID_FIELDS')) {
    const named = Object.entries(fieldErrorsOf(error)).map(([name, list]) => [rename(name), list])
    return form.refuse(Object.fromEntries(named), ERRORS.INVALID_FIELDS.status)
  }
  if (isCallError(error, 'TOO_MANY_REQUESTS')) {
    const seconds = secondsOf(error)
    const { data: reply } = form.refuse(at.TOO_MANY_REQUESTS ?? { '': [waitError(seconds)] })
    return data(reply, { status: error.status, headers: { 'retry-after': String(seconds) } })
  }
  if (!isCallError(error, ...CODES)) throw error
  const { code } = error
  const shown = at[code] ?? (NOT_BY_ITSELF.includes(code) ? undefined : { '': [code.toLowerCase()] })
  if (!shown) throw error
  return form.refuse(shown, PAGE_STATUS[code] ?? ERRORS[code].status)
}

const CODES = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => code !== 'NOT_FOUND')

function waitError(seconds: number): FieldError {
  return { key: 'wait_minutes', values: { n: Math.max(1, Math.ceil(seconds / 60)) } }
}
