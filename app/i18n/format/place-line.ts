import { withoutLoneNumbers } from '#app/i18n/text/no-break.ts'
import type { Language } from '#app/rules/constants.ts'
import { commaOf } from './comma.ts'

/** Where a vehicle is handed over: a place of the company, or the address that the customer gave. */
export type HandOver = { place: { name: string } | null; address: string }

/** A place of hand-over in one line: its name and address, or the address that the customer gave. */
export function placeLine({ place, address }: HandOver, language: Language): string {
  return withoutLoneNumbers(place ? [place.name, address].filter(Boolean).join(commaOf(language)) : address)
}
