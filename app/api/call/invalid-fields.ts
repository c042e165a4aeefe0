import { errors } from './declared-errors.ts'

/** By field, the values for its message's placeholders: `{ date_of_birth: { age: 21 } }`. */
export type ErrorValues = Record<string, Record<string, string | number>>

/**
 * The declared error INVALID_FIELDS: message keys of `errors.json` by field, for violations of the call's own rules
 * (§8).
 */
export function invalidFields(fields: Record<string, string[]>, values?: ErrorValues) {
  return errors.INVALID_FIELDS({ data: { fields, ...(values && { values }) } })
}
