import { data, type RouterContextProvider } from 'react-router'
import type { output, ZodType } from 'zod'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { type FormReply, parseForm, withErrors } from '#app/web/page/forms.ts'
import { type TakenFiles, takeFiles, type UploadTo, type WaitingFile } from './take-files.server.ts'

const FILES = ['files', 'attachments']

/**
 * Uploads a form's files and sends its text with their ids; or shows the form again with all errors, and keeps the files
 * that were uploaded.
 */
export async function sendWritten<Schema extends ZodType>(
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
      form.value,
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
