import { data, type RouterContextProvider } from 'react-router'
import { Sha256 } from '#app/contract/company/protocols.ts'
import { Instant } from '#app/contract/shapes/shapes.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { PhotoView } from '#app/rules/reservation/protocol.ts'
import { fieldErrorsOf, isCallError, secondsOf } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { REFUSED_PHOTO_HEADER } from './refused-photo-header.ts'

/** A photo as a form sends it. */
export type TakenPhoto<View> = {
  view: View
  file: File
  sha256: string | undefined
  taken_at: string | undefined
  clock: string | undefined
}

type Taking<View> = {
  views: readonly View[]
  fields: FormData
  /** The key of the error where photos are not taken any more. */
  closed?: string
  /** The call that keeps one. */
  add: (photo: TakenPhoto<View>) => Promise<unknown>
}

/**
 * Keeps the photos that came with a form, each by itself: what has arrived stays, whatever is wrong with the rest, and sent
 * again it is the same photo. Gives what is wrong, by field.
 */
export async function takePhotos<View extends PhotoView>(
  context: Readonly<RouterContextProvider>,
  { views, fields, closed = 'protocol_closed', add }: Taking<View>,
): Promise<Record<string, FieldError[]>> {
  const errors: Record<string, FieldError[]> = {}
  const sent = {
    sha256: Sha256.safeParse(fields.get('sha256')).data,
    ...{ taken_at: instantIn(fields.get('taken_at')), clock: instantIn(fields.get('clock')) },
  }
  for (const view of views) {
    for (const file of fields.getAll(`photo.${view}`)) {
      if (!(file instanceof File) || (file.size === 0 && file.name === '')) continue
      try {
        await add({ view, file, ...sent })
      } catch (error) {
        errors[`photo.${view}`] = [refusalOf(context, error, { name: file.name, closed })]
      }
    }
  }
  return errors
}

/** What the page's own script sends with a photo; anything else is left out, for a photo without a time is still evidence. */
function instantIn(value: FormDataEntryValue | null): string | undefined {
  return Instant.safeParse(value).data
}

function refusalOf(
  context: Readonly<RouterContextProvider>,
  error: unknown,
  { name, closed }: { name: string; closed: string },
): FieldError {
  if (isCallError(error, 'TOO_MANY_REQUESTS'))
    return { key: 'wait_minutes', values: { n: Math.ceil(secondsOf(error) / 60) } }
  if (isCallError(error, 'PROTOCOL_CLOSED')) return { key: closed }
  const [refusal] = isCallError(error, 'INVALID_FIELDS') ? (fieldErrorsOf(error).file ?? []) : []
  if (!refusal) throw error
  // The page's own script sends it again.
  if (refusal.key === 'photo_differs') return refusal
  const message = textFor(context.get(siteContext).language, 'errors').loose(refusal.key, refusal.values)
  return { key: 'of_file', values: { name: `\u2068${[...name].slice(0, 60).join('')}\u2069`, message } }
}

/**
 * What `takePhotos` gave, to the page's own script, which sends photos one by one (`kept-photos.live.ts`). In a header, because the body
 * is the page; its route has to pass the action's headers on.
 */
export function photoAnswer(errors: Record<string, FieldError[]>) {
  const [wrong] = Object.values(errors).flat()
  if (!wrong) return data(null, { status: 201 })
  const headers = { [REFUSED_PHOTO_HEADER]: encodeURIComponent(JSON.stringify(wrong)) }
  return data(null, { status: 422, headers })
}
