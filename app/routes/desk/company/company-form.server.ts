import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { PlaceFields } from '#app/contract/desk/places.ts'
import { RowId } from '#app/contract/shapes.ts'
import { optionalLines, optionalText } from '#app/contract/text.ts'
import { type CurrencyCode, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/typed-amount.ts'
import { type FieldErrors, formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import { EXTRA_FIELDS, FEE_FIELDS, textFields } from './company-fields.ts'

type Context = Readonly<RouterContextProvider>

const Typed = optionalText(30)
const typedFields = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Typed])) as Record<Name, typeof Typed>

const Data = z.object({
  phone: optionalText(25),
  ...Object.fromEntries(textFields('about').map((name) => [name, optionalLines(2000)])),
})

/** The company's own words about itself; a text that was emptied is empty. */
export async function readData(context: Context, request: Request) {
  const form = await parseForm(request, Data, formPage(context))
  if (!form.ok) return form
  return { ok: true as const, form, update: { phone: form.value.phone, about: wordingIn(form.fields, 'about') } }
}

/** Prices of extras, typed in whole units; an empty one is not offered. */
export async function readExtras(context: Context, request: Request, currency: CurrencyCode) {
  const form = await parseForm(request, z.object(typedFields(EXTRA_FIELDS)), formPage(context))
  const { minor, fieldErrors } = amountsIn(form.fields, currency, EXTRA_FIELDS)
  if (!form.ok) return { ok: false as const, reply: withErrors(form.reply, fieldErrors) }
  if (Object.keys(fieldErrors).length > 0) return { ok: false as const, reply: form.refuse(fieldErrors) }
  return { ok: true as const, form, update: minor }
}

const { name: _name, address: _address, city: _city, ...plain } = PlaceFields.shape
const Place = z.object({
  ...plain,
  ...typedFields(FEE_FIELDS),
  city: RowId.optional(),
  ...Object.fromEntries(textFields('name').map((name) => [name, optionalText(80)])),
  ...Object.fromEntries(textFields('address').map((name) => [name, optionalText(200)])),
})

/** A place of hand-over: fees in whole units, its texts in a field for each language. */
export async function readPlace(context: Context, request: Request, currency: CurrencyCode) {
  const form = await parseForm(request, Place, formPage(context))
  const { minor, fieldErrors } = amountsIn(form.fields, currency, FEE_FIELDS)
  if (!form.ok) return { ok: false as const, reply: withErrors(form.reply, fieldErrors) }
  if (Object.keys(fieldErrors).length > 0) return { ok: false as const, reply: form.refuse(fieldErrors) }
  const { kind, city, phone = null, latitude = null, longitude = null } = form.value
  const fees = { receive_fee: minor.receive_fee ?? 0, return_fee: minor.return_fee ?? 0 }
  const texts = { name: wordingIn(form.fields, 'name'), address: wordingIn(form.fields, 'address') }
  return { ok: true as const, form, city, place: { kind, phone, latitude, longitude, ...fees, ...texts } }
}

function amountsIn<Name extends string>(fields: FormData, currency: CurrencyCode, names: readonly Name[]) {
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

function wordingIn(fields: FormData, name: string) {
  return Object.fromEntries(LANGUAGES.map((one) => [one, textIn(fields, `${name}_${one}`)])) as Record<Language, string>
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
