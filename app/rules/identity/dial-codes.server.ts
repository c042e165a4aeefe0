import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'

export interface CountryDialCode {
  /** ISO 3166. */
  code: string
  /** With its plus. */
  dial_code: string
  /** The first of the countries that share the dial code: +1 is that of the United States, Canada and more. */
  is_main: boolean
}

/** Every country with a dial code of its own or a shared one. Source: ITU-T E.164, by libphonenumber. */
export const DIAL_CODES: readonly CountryDialCode[] = getCountries().map((code) => {
  const digits = getCountryCallingCode(code)
  return { code, dial_code: `+${digits}`, is_main: metadata.country_calling_codes[digits]?.[0] === code }
})
