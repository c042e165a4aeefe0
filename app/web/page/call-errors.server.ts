import { ORPCError } from '@orpc/client'
import { data } from 'react-router'
import type { z } from 'zod'
import { ERRORS, type ErrorCode } from '#app/contract/errors.ts'
import type { FieldError } from '#app/i18n/field-error.ts'
import type { FieldErrors, FormReply } from './forms.ts'

type DataOf<Code extends ErrorCode> = (typeof ERRORS)[Code] extends { data: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined
/** An expected error of a call, with the data that the contract declares for its code. */
export type CallError<Code extends ErrorCode = ErrorCode> = { [Name in Code]: ORPCError<Name, DataOf<Name>> }[Code]

export interface Refusable {
  refuse: (fieldErrors: FieldErrors, status?: number) => ReturnType<typeof data<{ form: FormReply }>>
}

/** Whether an error is one that the contract expects, of these codes. `if (isCallError(error, 'NOT_PAYABLE')) …` */
export function isCallError<Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is CallError<Code> {
  return error instanceof ORPCError && (codes as readonly string[]).includes(error.code)
}

/** What is wrong with single fields, by the call's names of them, with the values that the messages need. */
export function fieldErrorsOf({ data }: CallError<'INVALID_FIELDS'>): Record<string, FieldError[]> {
  const { fields, values } = data
  return Object.fromEntries(
    Object.entries(fields).map(([name, keys]) => [
      name,
      keys.map((key) => ({ key, ...(values?.[name] && { values: values[name] }) })),
    ]),
  )
}

/** An expected error of a call as the short answer that a page's own scripts read; throws on what is no expected error. */
export function errorResponse(error: unknown): Response {
  if (!(error instanceof ORPCError)) throw error
  return Response.json({ type: error.code }, { status: error.status })
}

/** Seconds after which a call that came too often may be made again. */
export function secondsOf({ data }: CallError<'TOO_MANY_REQUESTS'>): number {
  return data?.retry_after ?? 60
}

type Placing = {
  /** Errors that belong to a field, or have a message of their own here. */
  at?: Partial<Record<ErrorCode, FieldErrors>>
  /** The form's name of a field of the call. */
  rename?: (name: string) => string
}

/** Where a page answers otherwise than the API: a page's 401 would ask a browser for a password. */
const PAGE_STATUS: Partial<Record<ErrorCode, number>> = { BANNED_USER: 403, INVALID_CREDENTIALS: 400 }
/** What leads to another page, or needs more words than its key: shown only where `at` says how. */
const NOT_BY_ITSELF: readonly string[] = ['NOT_FOUND', 'INVALID_TOKEN', 'PRICE_CHANGED']

/**
 * The form again with what a call has against it: the errors of fields at their fields, all else above the form in the
 * words that `errors.json` has for its code. Throws on what is no expected error.
 * `catch (error) { return refused(error, form, { at: { NOT_RATEABLE: { score: ['not_rateable'] } } }) }`
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

const CODES = Object.keys(ERRORS) as ErrorCode[]

function waitError(seconds: number): FieldError {
  return { key: 'wait_minutes', values: { n: Math.max(1, Math.ceil(seconds / 60)) } }
}
