import { ORPCError } from '@orpc/server'

/** The declared error INVALID_FIELDS: message keys of `errors.json` by field, as the contract's `base.ts` has it (§8). */
export function invalidFields(fields: Record<string, string[]>) {
  return new ORPCError('INVALID_FIELDS', { status: 422, data: { fields }, defined: true })
}
