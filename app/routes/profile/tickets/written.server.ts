import { data } from 'react-router'
import type { TakenFiles, WaitingFile } from '#app/features/support/take-files.server.ts'
import type { FormReply } from '#app/web/page/forms.ts'

const FILES = ['files', 'attachments']

/** The fields of a ticket's form that are no files. */
export function textsOf(fields: FormData): FormData {
  const texts = new FormData()
  for (const [name, value] of fields.entries()) if (!FILES.includes(name)) texts.append(name, value)
  return texts
}

/** A form's reply, with the files that are uploaded by now. */
export function withFiles(
  { data: reply, init }: ReturnType<typeof data<{ form: FormReply }>>,
  { waiting }: TakenFiles,
) {
  const kept: WaitingFile[] = waiting
  return data({ ...reply, waiting: kept }, init ?? undefined)
}
