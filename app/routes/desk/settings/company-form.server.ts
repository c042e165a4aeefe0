import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { SettingsUpdate } from '#app/contract/company/settings/settings.ts'
import { AboutText } from '#app/contract/company/written.ts'
import { amountsIn, textFields, typedFields, wordingIn } from '#app/features/own-places/typed-fields.server.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import { EXTRA_FIELDS } from './company-fields.ts'

type Context = Readonly<RouterContextProvider>

const Data = z.object({
  phone: SettingsUpdate.shape.phone,
  ...Object.fromEntries(textFields('about').map((name) => [name, AboutText.optional()])),
})

/** The company's description of itself; a text that was emptied is empty. */
export async function readData(context: Context, fields: FormData) {
  const form = await parseForm(fields, Data, formPage(context))
  if (!form.ok) return form
  return { ok: true as const, form, update: { phone: form.value.phone, about: wordingIn(form.fields, 'about') } }
}

/** Prices of extras, typed in whole units; an extra without a price is not offered. */
export async function readExtras(context: Context, request: Request, currency: CurrencyCode) {
  const form = await parseForm(request, z.object(typedFields(EXTRA_FIELDS)), formPage(context))
  const { minor, fieldErrors } = amountsIn(form.fields, currency, EXTRA_FIELDS)
  if (!form.ok) return { ok: false as const, reply: withErrors(form.reply, fieldErrors) }
  if (Object.keys(fieldErrors).length > 0) return { ok: false as const, reply: form.refuse(fieldErrors) }
  return { ok: true as const, form, update: minor }
}
