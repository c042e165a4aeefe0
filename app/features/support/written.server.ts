import { hash } from 'node:crypto'
import { data, type RouterContextProvider } from 'react-router'
import type { output, ZodType } from 'zod'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { type FormReply, parseForm, withErrors } from '#app/web/page/forms.ts'
import { type TakenFiles, takeFiles, type UploadTo, type WaitingFile } from './take-files.server.ts'

const FILES = ['files', 'attachments']

/** Bytes of a UUID's text, and of a digest's, that fit into a `ClientId` together. */
const [OWN_ID, DIGEST] = [36, 27]

/**
 * The id under which a form's message is sent: the page's id with a digest of what was written. Sent twice it is one
 * message, but whoever goes back to the page and writes something else there has written another one.
 */
export function messageIdOf<Written extends { client_id?: string | undefined }>(written: Written, fields: FormData) {
  const { client_id, ...texts } = written
  if (!client_id) return undefined
  // Files that are uploaded again get other ids.
  const files = fields.getAll('files').map((file) => (typeof file === 'string' ? file : [file.name, file.size]))
  const digest = hash('sha256', JSON.stringify([client_id, texts, files, fields.getAll('attachments')]), 'base64url')
  return `${client_id.slice(0, OWN_ID)}-${digest.slice(0, DIGEST)}`
}

/**
 * Uploads a form's files and sends its text with their ids; or shows the form again with all errors, and keeps the files
 * that were uploaded.
 */
export async function sendWritten<Schema extends ZodType<{ client_id?: string | undefined }>>(
  context: Readonly<RouterContextProvider>,
  fields: FormData,
  { schema, uploadTo }: { schema: Schema; uploadTo: UploadTo },
  send: (written: output<Schema>, attachments: string[]) => Promise<Response>,
) {
  const { language } = context.get(siteContext)
  const files = await takeFiles(context, fields, uploadTo)
  const form = await parseForm(textsOf(fields), schema, { language, today: dateIn(HOME_ZONE, new Date()) })
  const fieldErrors = {
    ...(!String(fields.get('message') ?? '').trim() && files.waiting.length === 0 && { message: ['required'] }),
    ...(files.errors.length > 0 && { files: files.errors }),
  }
  if (!form.ok) return withFiles(withErrors(form.reply, fieldErrors), files)
  if (Object.keys(fieldErrors).length > 0) return withFiles(form.refuse(fieldErrors), files)
  try {
    return await send(
      { ...form.value, client_id: messageIdOf(form.value, fields) },
      files.waiting.map(({ id }) => id),
    )
  } catch (error) {
    const rename = (name: string) => (name === 'attachments' ? 'files' : name)
    return withFiles(refused(error, form, { rename }), files)
  }
}

/** The fields of a form that are not files. */
export function textsOf(fields: FormData): FormData {
  const texts = new FormData()
  for (const [name, value] of fields.entries()) if (!FILES.includes(name)) texts.append(name, value)
  return texts
}

/** A form's reply with the files that have been uploaded. */
export function withFiles(
  { data: reply, init }: ReturnType<typeof data<{ form: FormReply }>>,
  { waiting }: TakenFiles,
) {
  const kept: WaitingFile[] = waiting
  return data({ ...reply, waiting: kept }, init ?? undefined)
}
