import { optionalText } from '#app/contract/shapes/text.ts'
import { type CurrencyCode, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import type { FieldErrors } from '#app/web/page/forms.ts'

const Typed = optionalText(30)
/** A schema for amounts as typed, before they are parsed. */
export const typedFields = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Typed])) as Record<Name, typeof Typed>

/** The fields of a text in each language: `about_fa`. */
export const textFields = (name: string) => LANGUAGES.map((one) => `${name}_${one}`)

/** Amounts typed in whole units, converted to the minor unit (null when empty), and the errors of those that are invalid. */
export function amountsIn<Name extends string>(fields: FormData, currency: CurrencyCode, names: readonly Name[]) {
  const minor = {} as Record<Name, number | null>
  const fieldErrors: FieldErrors = {}
  for (const name of names) {
    minor[name] = null
    const typed = textIn(fields, name)
    if (typed === '') continue
    const amount = typedAmount(typed.slice(0, 31), currency)
    if ('minor' in amount) minor[name] = amount.minor
    else fieldErrors[name] = [amount.fieldError]
  }
  return { minor, fieldErrors }
}

/** A text in all languages; an emptied field is an empty text. */
export function wordingIn(fields: FormData, name: string) {
  return Object.fromEntries(LANGUAGES.map((one) => [one, textIn(fields, `${name}_${one}`)])) as Record<Language, string>
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
