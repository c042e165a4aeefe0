import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { withoutLoneNumbers } from '#app/i18n/no-break.ts'
import type { Language } from '#app/rules/constants.ts'

/** What stands between the parts of an enumeration in a language. */
export function commaOf(language: Language): string {
  return language === 'fa' || language === 'ar' ? '، ' : ', '
}

/** A place of hand-over in one line: its name and address, or the address that the customer gave. */
export function placeLine({ place, address }: VoucherFacts['receive'], language: Language): string {
  return withoutLoneNumbers(place ? [place.name, address].filter(Boolean).join(commaOf(language)) : address)
}
