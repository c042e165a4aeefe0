import { ORPCError } from '@orpc/client'
import type { z } from 'zod'
import type { FieldFaults as WireFaults } from '#app/contract/shapes.ts'
import type { Fault } from '#app/i18n/fault.ts'
import { refusalOf } from '#app/routes/login/refusal.server.ts'

type Refusable = Parameters<typeof refusalOf>[1]

/** The form again with what the API has against it, messages with their values among it. Throws on what is no refusal. */
export function refused(error: unknown, form: Refusable) {
  if (!(error instanceof ORPCError) || error.code !== 'INVALID_FIELDS') return refusalOf(error, form)
  return form.refuse(faultsIn(error), 422)
}

/** The faults of an INVALID_FIELDS by the call's own names of the fields. */
export function faultsIn(error: ORPCError<string, unknown>): Record<string, Fault[]> {
  const { fields, values } = error.data as z.infer<typeof WireFaults>
  const faults = Object.entries(fields).map(([name, keys]): [string, Fault[]] => [
    name,
    keys.map((key) => ({ key, ...(values?.[name] && { values: values[name] }) })),
  ])
  return Object.fromEntries(faults)
}
