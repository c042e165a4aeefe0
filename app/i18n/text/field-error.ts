/**
 * A validation error before translation: a key of `locales/<language>/errors.json` and the values of its placeholders.
 * Actions return these, and pages translate them.
 */
export interface FieldError {
  key: string
  values?: Record<string, string | number>
}
