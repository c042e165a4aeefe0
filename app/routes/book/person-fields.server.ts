import type { RouterContextProvider } from 'react-router'
import { countryIn } from '#app/i18n/format/country.ts'
import { siteContext } from '#app/web/page/context.ts'
import { driverOfViewer } from '#app/web/session/viewer-driver.server.ts'
import { viewerOf } from '#app/web/session/visit.ts'

/**
 * The values of the driver's form for a signed-in person: their profile, and what their last booking adds, unless they
 * work for an agency (§4).
 */
export async function personFields(context: Readonly<RouterContextProvider>): Promise<Record<string, string>> {
  if (viewerOf(context)?.isAgency) return {}
  const driver = await driverOfViewer(context)
  if (!driver) return {}
  const country = driver.country && countryIn(context.get(siteContext).language, driver.country)
  const known = { ...driver, country }
  return Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== null))
}

/**
 * The same for a form that was submitted before it asked for the driver, or to sign in: empty fields are filled in, and
 * the phone with its country only if none was typed.
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
