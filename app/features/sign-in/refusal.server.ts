import { ORPCError } from '@orpc/client'
import { data } from 'react-router'
import type { FieldErrors, FormReply } from '#app/web/page/forms.ts'

interface Refusable {
  refuse: (fieldErrors: FieldErrors, status?: number) => ReturnType<typeof data<{ form: FormReply }>>
}

/**
 * The form again with what the API has against it; throws on what is no expected refusal. `wrong` is the fieldError of the
 * field that a wrong proof came from.
 */
export function refusalOf(error: unknown, form: Refusable, wrong: FieldErrors = {}) {
  if (!(error instanceof ORPCError)) throw error
  switch (error.code) {
    case 'INVALID_CREDENTIALS':
      return form.refuse(wrong, 422)
    case 'BANNED_USER':
      return form.refuse({ '': ['banned'] }, 403)
    case 'INVALID_FIELDS':
      return form.refuse((error.data as { fields: Record<string, string[]> }).fields, 422)
    case 'TOO_MANY_REQUESTS': {
      const seconds = secondsOf(error)
      const reply = form.refuse({ '': [waitError(seconds)] }, 429)
      return data(reply.data, { status: 429, headers: { 'retry-after': String(seconds) } })
    }
    default:
      throw error
  }
}

/** Seconds after which a refused call may be made again. */
export function secondsOf(error: ORPCError<string, unknown>): number {
  return Number((error.data as { retry_after?: number } | undefined)?.retry_after ?? 60)
}

function waitError(seconds: number) {
  return seconds <= 120
    ? { key: 'code_wait', values: { n: seconds } }
    : { key: 'wait_minutes', values: { n: Math.max(1, Math.ceil(seconds / 60)) } }
}
