import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { AltText, PHOTO_MOVES } from '#app/contract/company/fleet/photos.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { PHOTO_CROPS } from '#app/rules/text/picture.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { fieldErrorsOf, isCallError, secondsOf } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import { fleetText } from './own-vehicle.server.ts'

type Context = Readonly<RouterContextProvider>

/** The most photos in one form; with more, the form is refused before any call is made. */
const FILES_A_FORM = 12

const Upload = z.object({ photos: z.unknown().optional() })

/** Sends a form's photos one by one. Accepted photos are kept, even if others are refused. */
export async function sendPhotos(context: Context, vehicle: number, fields: FormData) {
  const form = await parseForm(fields, Upload, formPage(context))
  if (!form.ok) return form.reply
  const files = fields.getAll('photos').filter((file) => file instanceof File && (file.size > 0 || file.name !== ''))
  if (files.length === 0) return form.refuse({ photos: ['required'] })
  const errors: FieldError[] = []
  for (const image of (files as File[]).slice(0, FILES_A_FORM)) {
    try {
      await apiOf(context).company.fleet.addPhoto({ id: vehicle, image })
    } catch (error) {
      errors.push(refusalOf(context, error, image))
      if (isCallError(error, 'TOO_MANY_REQUESTS')) break
    }
  }
  const sent = files.length - errors.length
  if (errors.length > 0) return form.refuse({ photos: errors })
  return goOn(context, `/desk/fleet/${vehicle}/photos`, fleetText(context)('photos.sent', { n: sent }))
}

const Change = z.object({
  photo: RowId,
  alt: AltText.optional(),
  crop: z.enum(PHOTO_CROPS, { error: 'required' }),
})

/** Saves the description of one photo, moves it or deletes it, depending on the pressed button. */
export async function changePhoto(context: Context, vehicle: number, fields: FormData) {
  const t = fleetText(context)
  const { fleet } = apiOf(context).company
  const intent = fields.get('intent')
  const move = PHOTO_MOVES.find((one) => one === intent)
  const to = `/desk/fleet/${vehicle}/photos`
  return answerForm({ context, request: fields }, Change, async ({ photo: id, alt = null, crop }) => {
    if (intent === 'remove') {
      await fleet.removePhoto({ id })
      return { to, said: t('photos.removed') }
    }
    await fleet.changePhoto({ id, alt, crop, ...(move && { move }) })
    return { to, said: t(move ? 'photos.moved' : 'photos.saved') }
  })
}

/** Several files may be refused for different reasons, so each message names its file. */
function refusalOf(context: Context, error: unknown, { name }: File): FieldError {
  if (isCallError(error, 'TOO_MANY_REQUESTS')) {
    return { key: 'wait_minutes', values: { n: Math.ceil(secondsOf(error) / 60) } }
  }
  if (!isCallError(error, 'INVALID_FIELDS')) throw error
  const [refusal] = fieldErrorsOf(error).image ?? []
  if (!refusal) throw error
  const message = textFor(context.get(siteContext).language, 'errors').loose(refusal.key, refusal.values)
  // Isolated, so that a name in another script does not change the sentence's order.
  return { key: 'of_file', values: { name: `\u2068${[...name].slice(0, 60).join('')}\u2069`, message } }
}
