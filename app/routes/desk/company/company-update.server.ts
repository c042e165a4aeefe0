import type { z } from 'zod'
import type { AgencyUpdate } from '#app/contract/agency.ts'
import { type CurrencyCode, LANGUAGES } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/typed-amount.ts'
import { PLACE_FIELDS, PRICES } from './company-fields.ts'

type Update = z.input<typeof AgencyUpdate>
type Place = NonNullable<Update['places']>[number]

/**
 * What the form asks to be changed: money was typed in whole units, and each place's fields carry its id in their
 * names. `places` are the ids in the order of the update; `fieldErrors` are amounts that are none.
 */
export function companyUpdate(fields: FormData, currency: CurrencyCode) {
  const fieldErrors: Record<string, string[]> = {}
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim() : undefined
  }
  const money = (name: string) => {
    const typed = text(name)
    if (!typed) return null
    const amount = typedAmount(typed, currency)
    if ('minor' in amount) return amount.minor
    fieldErrors[name] = [amount.fieldError]
    return null
  }
  const places = [...new Set([...fields.keys()].map((name) => /^place_(\d+)_/.exec(name)?.[1]))].filter(
    (id) => id !== undefined,
  )
  const update: Update = {
    phone: text('phone'),
    about: Object.fromEntries(
      LANGUAGES.map((language) => [language, text(`about_${language}`)] as const).filter(isGiven),
    ),
    ...Object.fromEntries(PRICES.filter((name) => fields.has(name)).map((name) => [name, money(name)])),
    places: places.map((id) => placeOf(id, { text, money })),
  }
  return { update, places, fieldErrors }
}

function placeOf(
  id: string,
  { text, money }: { text: (name: string) => string | undefined; money: (name: string) => number | null },
): Place {
  const entries = PLACE_FIELDS.map((field) => {
    const name = `place_${id}_${field}`
    return [field, field.endsWith('_fee') ? (money(name) ?? undefined) : text(name)]
  })
  return { id: Number(id), ...Object.fromEntries(entries) }
}

/** The form's name of a field that the call refuses. */
export function fieldOfError(path: string, places: readonly string[]): string {
  const [first, second, third] = path.split('.')
  if (first === 'about' && second) return `about_${second}`
  if (first === 'places' && second && third) return `place_${places[Number(second)]}_${third}`
  return path
}

function isGiven<Name>(entry: readonly [Name, string | undefined]): entry is readonly [Name, string] {
  return entry[1] !== undefined
}
