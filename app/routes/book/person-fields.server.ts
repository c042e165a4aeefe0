import type { RouterContextProvider } from 'react-router'
import { countryIn } from '#app/i18n/country.ts'
import { siteContext } from '#app/web/page/context.ts'
import { profileOfViewer } from '#app/web/session/viewer-profile.server.ts'
import { viewerOf } from '#app/web/session/visit.ts'

/** What the driver's form holds for who is signed in: their own info, unless they work for an agency (§4). */
export async function personFields(context: Readonly<RouterContextProvider>): Promise<Record<string, string>> {
  if (viewerOf(context)?.isAgency) return {}
  const profile = await profileOfViewer(context)
  if (!profile) return {}
  const { fullname, national_id, country_code, email, date_of_birth, city, address, zip_code } = profile
  const country = profile.country && countryIn(context.get(siteContext).language, profile.country)
  const phone = profile.phone.slice(country_code.length)
  const known = { fullname, national_id, country_code, phone, email, date_of_birth, country, city, address, zip_code }
  return Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== null))
}

/**
 * The same for a form that was sent before it asked for the driver, or to sign in: what is empty is filled in, and a phone
 * only where none was typed, with its country.
 */
export async function fillInPerson(context: Readonly<RouterContextProvider>, fields: FormData) {
  const isSigningIn = String(fields.get('intent')).startsWith('sign-in')
  if (fields.has('fullname') && !isSigningIn) return
  const known = await personFields(context)
  if (fields.get('phone')) delete known.country_code
  const birth = ['', '.day', '.month', '.year'].map((part) => `date_of_birth${part}`)
  if (birth.some((name) => fields.get(name))) delete known.date_of_birth
  else for (const name of birth) fields.delete(name)
  for (const [name, value] of Object.entries(known)) {
    if (!fields.get(name) || name === 'country_code') fields.set(name, value)
  }
}
