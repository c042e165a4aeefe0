/**
 * What is wrong with something typed, before it is put into words: a key of `locales/<language>/errors.json` and the
 * values of its message. Forms answer these, and a page translates them where it shows them.
 */
export interface FieldError {
  key: string
  values?: Record<string, string | number>
}
