import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { PLACE_TEXTS, PlaceFields } from '#app/contract/company/places/places.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import { FEE_FIELDS } from './place-fields.ts'
import { amountsIn, textFields, typedFields, wordingIn } from './typed-fields.server.ts'

type Context = Readonly<RouterContextProvider>

const { name: _name, address: _address, city: _city, ...plain } = PlaceFields.shape
const Place = z.object({
  ...plain,
  ...typedFields(FEE_FIELDS),
  city: RowId.optional(),
  ...Object.fromEntries(textFields('name').map((name) => [name, PLACE_TEXTS.name.optional()])),
  ...Object.fromEntries(textFields('address').map((name) => [name, PLACE_TEXTS.address.optional()])),
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
