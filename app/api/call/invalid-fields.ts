import { ORPCError } from '@orpc/server'

/** By field, what its message's placeholders need: `{ date_of_birth: { age: 21 } }`. */
export type ErrorValues = Record<string, Record<string, string | number>>

/** The declared error INVALID_FIELDS: message keys of `errors.json` by field, as the contract's `base.ts` has it (§8). */
export function invalidFields(fields: Record<string, string[]>, values?: ErrorValues) {
  return new ORPCError('INVALID_FIELDS', { status: 422, data: { fields, ...(values && { values }) }, defined: true })
}
