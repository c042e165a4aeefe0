import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { LicenceForm } from '#app/contract/reservations/check-in.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LICENCE_SIDES, type LicenceSide } from '#app/rules/reservation/check-in/licence.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { fieldErrorsOf, isCallError, secondsOf } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { type FieldErrors, formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import type { OwnTrip } from '../own-trip.server.ts'

type Context = Readonly<RouterContextProvider>

const Typed = LicenceForm.extend({ front: z.unknown().optional(), back: z.unknown().optional() })
const CLOSED: FieldErrors = { '': ['check_in_closed'] }

/** Keeps each side that is a picture, also where something else is wrong; once nothing is, sends the licence. */
export async function answerLicenceForm(context: Context, { id, company }: OwnTrip, fields: FormData) {
  const { checkIn } = apiOf(context).reservations
  const form = await parseForm(fields, Typed, formPage(context))
  const wrong = await keepPictures(context, id, fields)
  if (!form.ok) return withErrors(form.reply, wrong)
  if (Object.keys(wrong).length > 0) return form.refuse(wrong)
  const { number, valid_until } = form.value
  return answerRead(
    context,
    form,
    async () => {
      await checkIn.sendLicence({ id, number, valid_until })
      const said = textFor(context.get(siteContext).language, 'checkin')('licence.done', { company: company.name })
      return { to: `/profile/reservation/${id}/check-in`, said }
    },
    { at: { STATUS_CONFLICT: CLOSED } },
  )
}

/** The errors of the sides that were refused, or are still missing. */
async function keepPictures(context: Context, id: string, fields: FormData): Promise<FieldErrors> {
  const { checkIn } = apiOf(context).reservations
  return keepSides(fields, {
    add: (side, image) => checkIn.addPicture({ id, side, image }),
    there: async () => (await checkIn.read({ id })).licence,
  })
}

type Keeping = {
  add: (side: LicenceSide, image: File) => Promise<unknown>
  /** Which sides are kept now. */
  there: () => Promise<{ front: boolean; back: boolean } | null>
}

/** Keeps the sides in a form's `front` and `back`. Returns the errors of those that were refused, or are still missing. */
export async function keepSides(fields: FormData, { add, there }: Keeping): Promise<FieldErrors> {
  const wrong: FieldErrors = {}
  for (const side of LICENCE_SIDES) {
    const name = side.toLowerCase()
    const image = fields.get(name)
    if (!(image instanceof File) || (image.size === 0 && image.name === '')) continue
    try {
      await add(side, image)
    } catch (error) {
      if (isCallError(error, 'STATUS_CONFLICT')) return CLOSED
      wrong[name] = pictureErrors(error)
    }
  }
  const licence = await there()
  if (!licence?.front && !wrong.front) wrong.front = ['required']
  if (!licence?.back && !wrong.back) wrong.back = ['required']
  return wrong
}

function pictureErrors(error: unknown): FieldErrors[string] {
  if (isCallError(error, 'TOO_MANY_REQUESTS'))
    return [{ key: 'wait_minutes', values: { n: Math.max(1, Math.ceil(secondsOf(error) / 60)) } }]
  const found = isCallError(error, 'INVALID_FIELDS') ? fieldErrorsOf(error).image : undefined
  if (!found) throw error
  return found
}
