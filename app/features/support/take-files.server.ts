import type { RouterContextProvider } from 'react-router'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FILES_A_MESSAGE } from '#app/rules/constants.ts'
import { apiOf } from '#app/web/api.server.ts'
import { fieldErrorsOf, isCallError, secondsOf } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'

/** An uploaded file that waits for its message. */
export interface WaitingFile {
  id: string
  name: string
}

/** The result of uploading a form's files: those that were accepted, and the errors of the others. */
export interface TakenFiles {
  waiting: WaitingFile[]
  errors: FieldError[]
}

const WAITING = /^([\w-]{22,64}) (.{1,200})$/su

/** The call that uploads a file, which can then only be sent in that kind of conversation. */
export type UploadTo = 'uploadTicketFile' | 'uploadChatFile'

/**
 * Uploads the files in a form's field `files` and adds them to those that an earlier submission left in its field `attachments`.
 * Accepted files stay uploaded when there are errors: the form is shown again with them.
 */
export async function takeFiles(
  context: Readonly<RouterContextProvider>,
  fields: FormData,
  to: UploadTo,
): Promise<TakenFiles> {
  const waiting = fields.getAll('attachments').flatMap(waitingFile).slice(0, FILES_A_MESSAGE)
  const chosen = fields.getAll('files').filter((file) => file instanceof File && (file.size > 0 || file.name !== ''))
  const errors: FieldError[] = []
  for (const file of chosen as File[]) {
    if (waiting.length >= FILES_A_MESSAGE) {
      errors.push({ key: 'too_many_files' })
      break
    }
    try {
      const { id, name } = await apiOf(context).support[to]({ file })
      waiting.push({ id, name })
    } catch (error) {
      errors.push(refusalOf(context, error, file))
      if (isCallError(error, 'TOO_MANY_REQUESTS')) break
    }
  }
  return { waiting, errors }
}

function waitingFile(field: FormDataEntryValue): WaitingFile[] {
  const [, id, name] = (typeof field === 'string' && WAITING.exec(field)) || []
  return id && name ? [{ id, name }] : []
}

/** The message contains the file's name, because several files may be refused for different reasons. */
export function refusalOf(context: Readonly<RouterContextProvider>, error: unknown, { name }: File): FieldError {
  if (isCallError(error, 'TOO_MANY_REQUESTS')) {
    return { key: 'wait_minutes', values: { n: Math.ceil(secondsOf(error) / 60) } }
  }
  if (!isCallError(error, 'INVALID_FIELDS')) throw error
  const [refusal] = fieldErrorsOf(error).file ?? []
  if (!refusal) throw error
  const message = textFor(context.get(siteContext).language, 'errors').loose(refusal.key, refusal.values)
  // Isolated, so that a name in another script leaves the sentence in its order.
  return { key: 'of_file', values: { name: `\u2068${[...name].slice(0, 60).join('')}\u2069`, message } }
}
