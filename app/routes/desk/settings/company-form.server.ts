import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { SettingsUpdate } from '#app/contract/company/settings/settings.ts'
import { AboutText } from '#app/contract/company/written.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { amountsIn, textFields, typedFields, wordingIn } from '#app/features/own-places/typed-fields.server.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { COVER_LEVELS, COVER_PARTS, type CoverLevels } from '#app/rules/reservation/cover.ts'
import { formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import { coverField, EXCESS_FIELDS, EXTRA_FIELDS } from './company-fields.ts'

const Level = z.enum(COVER_LEVELS)

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

const AMOUNTS = [...EXTRA_FIELDS, ...EXCESS_FIELDS, 'flex_per_day' as const]
const { flex_percent, flex_until_hours } = SettingsUpdate.shape
const Extras = z.object({
  ...{ flex_percent, flex_until_hours },
  ...typedFields(AMOUNTS),
  ...Object.fromEntries(COVER_PARTS.map((part) => [coverField(part), z.preprocess(empty, Level.optional())])),
})

/** Prices of extras and the excess, typed in whole units, and what the insurances pay; an extra without a price is not offered. */
export async function readExtras(context: Context, request: Request, currency: CurrencyCode) {
  const form = await parseForm(request, Extras, formPage(context))
  const { minor, fieldErrors } = amountsIn(form.fields, currency, AMOUNTS)
  const cover = coverIn(form.fields)
  for (const name of cover.missing) fieldErrors[name] = ['required']
  if (!form.ok) return { ok: false as const, reply: withErrors(form.reply, fieldErrors) }
  if (Object.keys(fieldErrors).length > 0) return { ok: false as const, reply: form.refuse(fieldErrors) }
  return { ok: true as const, form, update: { ...minor, cover: cover.levels, ...whole(form.value) } }
}

/** What is left empty is not offered. */
function whole({
  flex_percent: percent,
  flex_until_hours: hours,
}: {
  flex_percent?: number | null | undefined
  flex_until_hours?: number | null | undefined
}) {
  return { flex_percent: percent ?? null, flex_until_hours: hours ?? null }
}

/** The level of each damage, or null where none is chosen; `missing` are the fields of the others. */
function coverIn(fields: FormData) {
  const chosen = COVER_PARTS.map((part) => [part, Level.safeParse(fields.get(coverField(part))).data] as const)
  const isStated = chosen.some(([, level]) => level !== undefined)
  const missing = isStated ? chosen.flatMap(([part, level]) => (level ? [] : [coverField(part)])) : []
  return { levels: isStated ? (Object.fromEntries(chosen) as CoverLevels) : null, missing }
}
