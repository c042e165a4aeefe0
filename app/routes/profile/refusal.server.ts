import { ORPCError } from '@orpc/client'
import type { z } from 'zod'
import type { FieldErrors as WireErrors } from '#app/contract/shapes.ts'
import { refusalOf } from '#app/features/sign-in/refusal.server.ts'
import type { FieldError } from '#app/i18n/field-error.ts'

type Refusable = Parameters<typeof refusalOf>[1]

/** The form again with what the API has against it, messages with their values among it. Throws on what is no refusal. */
export function refused(error: unknown, form: Refusable) {
  if (!(error instanceof ORPCError) || error.code !== 'INVALID_FIELDS') return refusalOf(error, form)
  return form.refuse(faultsIn(error), 422)
}

/** The fieldErrors of an INVALID_FIELDS by the call's own names of the fields. */
export function faultsIn(error: ORPCError<string, unknown>): Record<string, FieldError[]> {
  const { fields, values } = error.data as z.infer<typeof WireErrors>
  const fieldErrors = Object.entries(fields).map(([name, keys]): [string, FieldError[]] => [
    name,
    keys.map((key) => ({ key, ...(values?.[name] && { values: values[name] }) })),
  ])
  return Object.fromEntries(fieldErrors)
}
