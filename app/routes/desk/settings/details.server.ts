import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { DetailsUpdate } from '#app/contract/company/settings/details.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { registerNumber, taxNumber } from '#app/rules/identity/tax-number.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { type FieldErrors, formPage, parseForm, withErrors } from '#app/web/page/forms.ts'

const { name, company: _company, ...others } = DetailsUpdate.shape
const NAMES = Object.fromEntries(LANGUAGES.map((one) => [`name_${one}`, name.shape[one]]))
/** `part` says to which form of the page an error belongs. */
const Details = z.object({ part: z.literal('details'), ...NAMES, ...others })

/** Stores what the company says of itself in law. Errors of its numbers are shown together with all others. */
export async function changeDetails(context: Readonly<RouterContextProvider>, fields: FormData) {
  const { settings } = apiOf(context).company
  const form = await parseForm(fields, Details, formPage(context))
  if (!form.ok) return withErrors(form.reply, numberErrors(fields, (await settings.details({})).country))
  const { part: _part, ...value } = form.value
  const written = Object.fromEntries(LANGUAGES.map((one) => [one, textIn(fields, `name_${one}`)])) as Record<
    Language,
    string
  >
  const rest = Object.fromEntries(Object.entries(value).filter(([field]) => field in others))
  const save = async () => {
    await settings.changeDetails({ name: written, ...rest })
    const t = textFor(context.get(siteContext).language, 'agency')
    return { to: '/desk/company', said: t('details.done') }
  }
  return answerRead(context, form, save, { rename: (field) => field.replace('.', '_') })
}

function numberErrors(fields: FormData, country: string): FieldErrors {
  const judged = { legal_id: registerNumber, tax_number: taxNumber }
  return Object.fromEntries(
    Object.entries(judged).flatMap(([field, judge]) => {
      const typed = textIn(fields, field).trim()
      const found = typed === '' ? { number: '' } : judge(typed, country)
      return 'number' in found ? [] : [[field, [{ key: found.error, values: found.values }]]]
    }),
  )
}

function textIn(fields: FormData, field: string): string {
  const value = fields.get(field)
  return typeof value === 'string' ? value : ''
}
