import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { ClientId, MessageText } from '#app/contract/chat/chat.ts'
import { takeFiles } from '#app/features/support/take-files.server.ts'
import { sendWritten, withFiles } from '#app/features/support/written.server.ts'
import { type FormReply, withErrors } from '#app/web/page/forms.ts'
import { EMOJI } from './emoji.ts'

/** What a message's form holds beside its files. */
const Written = z.object({ message: MessageText, client_id: ClientId })
const UPLOAD_TO = 'uploadChatFile'

/** Sends what was written in the form of a room (`compose.tsx`); a button with an emoji puts it into the form and sends nothing. */
export function sendComposed(
  context: Readonly<RouterContextProvider>,
  fields: FormData,
  send: (written: z.output<typeof Written>, attachments: string[]) => Promise<Response>,
) {
  const emoji = EMOJI.find((one) => one === fields.get('emoji'))
  if (emoji) return withEmoji(context, fields, emoji)
  return sendWritten(context, fields, { schema: Written, uploadTo: UPLOAD_TO }, send)
}

/** Without scripts an emoji's button sends the form, which comes back with it and its files; no message is made. */
async function withEmoji(context: Readonly<RouterContextProvider>, fields: FormData, emoji: string) {
  const files = await takeFiles(context, fields, UPLOAD_TO)
  const typed = (name: string) => String(fields.get(name) ?? '')
  const initialValue = { message: `${typed('message')}${emoji}`, client_id: typed('client_id') }
  const form: FormReply = { initialValue, error: {} }
  const reply = data({ form })
  return withFiles(files.errors.length > 0 ? withErrors(reply, { files: files.errors }) : reply, files)
}
