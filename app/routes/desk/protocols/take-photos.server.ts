import type { RouterContextProvider } from 'react-router'
import { Instant } from '#app/contract/shapes/shapes.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { PHOTO_VIEWS, type ProtocolKind } from '#app/rules/reservation/protocol.ts'
import { apiOf } from '#app/web/api.server.ts'
import { fieldErrorsOf, isCallError, secondsOf } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'

/**
 * Keeps the photos that came with a form, each by itself: what has arrived stays, whatever is wrong with the rest, and sent
 * again it is the same photo. Gives what is wrong, by field.
 */
export async function takePhotos(
  context: Readonly<RouterContextProvider>,
  { id, kind, fields }: { id: string; kind: ProtocolKind; fields: FormData },
): Promise<Record<string, FieldError[]>> {
  const errors: Record<string, FieldError[]> = {}
  const times = { taken_at: instantIn(fields.get('taken_at')), clock: instantIn(fields.get('clock')) }
  for (const view of PHOTO_VIEWS) {
    for (const file of fields.getAll(`photo.${view}`)) {
      if (!(file instanceof File) || (file.size === 0 && file.name === '')) continue
      try {
        await apiOf(context).company.protocols.addPhoto({ id, kind, view, file, ...times })
      } catch (error) {
        errors[`photo.${view}`] = [refusalOf(context, error, file.name)]
      }
    }
  }
  return errors
}

/** What the page's own script sends with a photo; anything else is left out, for a photo without a time is still evidence. */
function instantIn(value: FormDataEntryValue | null): string | undefined {
  return Instant.safeParse(value).data
}

function refusalOf(context: Readonly<RouterContextProvider>, error: unknown, name: string): FieldError {
  if (isCallError(error, 'TOO_MANY_REQUESTS'))
    return { key: 'wait_minutes', values: { n: Math.ceil(secondsOf(error) / 60) } }
  if (isCallError(error, 'PROTOCOL_CLOSED')) return { key: 'protocol_closed' }
  const [refusal] = isCallError(error, 'INVALID_FIELDS') ? (fieldErrorsOf(error).file ?? []) : []
  if (!refusal) throw error
  const message = textFor(context.get(siteContext).language, 'errors').loose(refusal.key, refusal.values)
  return { key: 'of_file', values: { name: `\u2068${[...name].slice(0, 60).join('')}\u2069`, message } }
}
