import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { ClientId, MessageText } from '#app/contract/chat/chat.ts'
import { PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { takeFiles, type WaitingFile } from '#app/features/support/take-files.server.ts'
import { messageIdOf, textsOf, withFiles } from '#app/features/support/written.server.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { fillAnswer } from '#app/rules/messages/canned-answer.ts'
import type { FormReply } from '#app/ui/form/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError, refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import { readTalk } from './talk.server.ts'

type Context = Readonly<RouterContextProvider>
/** The reply's form again: with what is wrong, or with a canned answer in it. */
export type Again = { form?: FormReply; text?: string; waiting?: WaitingFile[] }

const Assignment = z.object({
  assignee: z.preprocess(empty, PublicId.optional()),
  seen: z.preprocess(empty, PublicId.optional()),
})
const Written = z.object({
  message: MessageText,
  client_id: ClientId,
  /** How much of the conversation the writer has seen. */
  seen: z.coerce.number().int().min(0).catch(0),
  /** A canned answer to put into the form. */
  answer: z.preprocess(empty, RowId.optional().catch(undefined)),
})

/** Assigns, answers or closes, as the pressed button says. */
export async function actOn(context: Context, id: string, fields: FormData) {
  const intent = fields.get('intent')
  if (intent === 'assign') return assign(context, id, fields)
  if (intent === 'close') return close(context, id)
  return reply(context, id, fields)
}

async function assign(context: Context, id: string, fields: FormData) {
  const t = wordsOf(context)
  const form = await parseForm(fields, Assignment, formPage(context))
  if (!form.ok) return form.reply
  const { assignee = null, seen = null } = form.value
  try {
    await apiOf(context).operator.inbox.assign({ id, assignee, seen })
  } catch (error) {
    if (!isCallError(error, 'ASSIGNED_ALREADY')) return refused(error, form)
    const { by } = error.data
    return goOn(context, pathOf(id), by ? t('assign.taken', { name: by }) : t('assign.released'), 'warning')
  }
  return goOn(context, pathOf(id), t(assignee ? 'assign.done' : 'assign.given'))
}

async function close(context: Context, id: string) {
  try {
    await apiOf(context).support.closeTicket({ id, status: 'CLOSED' })
  } catch (error) {
    if (!isCallError(error, 'TICKET_CLOSED')) throw error
  }
  return goOn(context, pathOf(id), textFor(context.get(siteContext).language, 'tickets')('closedNow'))
}

/** Sends what was written, unless somebody wrote meanwhile what its writer has not seen; an answer without an assignee gets one. */
async function reply(context: Context, id: string, fields: FormData) {
  const { operator, support, chat } = apiOf(context)
  const conversation = await operator.inbox.read({ id })
  const isTicket = conversation.kind === 'TICKET'
  // Uploaded first, so that whatever else is wrong with the form the files need not be chosen again.
  const files = await takeFiles(context, fields, isTicket ? 'uploadTicketFile' : 'uploadChatFile')
  const form = await parseForm(textsOf(fields), Written, formPage(context))
  if (!form.ok) return withFiles(form.reply, files)
  const { message, seen, answer } = form.value
  const client_id = messageIdOf({ message, client_id: form.value.client_id }, fields)
  if (fields.get('intent') === 'insert') {
    const text = [message, answer && (await cannedAnswer(context, conversation, answer))].filter(Boolean).join('\n\n')
    return { text, waiting: files.waiting }
  }
  const attachments = files.waiting.map((file) => file.id)
  if (files.errors.length > 0) return withFiles(form.refuse({ files: files.errors }), files)
  if (!message && attachments.length === 0) return form.refuse({ message: ['required'] })
  const { messages } = await readTalk(context, conversation)
  if (messages.some(({ seq, ...other }) => seq > seen && other.client_id !== client_id))
    return withFiles(form.refuse({ '': ['written_meanwhile'] }, 409), files)
  try {
    if (isTicket) await support.replyToTicket({ id, message, client_id, attachments })
    else await chat.newMessage({ id, message, client_id, attachments })
  } catch (error) {
    return withFiles(refused(error, form, { rename: (name) => (name === 'attachments' ? 'files' : name) }), files)
  }
  const me = conversation.operators.find(({ is_me }) => is_me)
  if (me && conversation.with_us && !conversation.assignee) await takeIfFree(context, id, me.id)
  return goOn(context, pathOf(id), textFor(context.get(siteContext).language, 'tickets')('replied'))
}

async function takeIfFree(context: Context, id: string, me: string) {
  try {
    await apiOf(context).operator.inbox.assign({ id, assignee: me, seen: null })
  } catch (error) {
    if (!isCallError(error, 'ASSIGNED_ALREADY')) throw error
  }
}

type Conversation = Awaited<ReturnType<ReturnType<typeof apiOf>['operator']['inbox']['read']>>

async function cannedAnswer(context: Context, conversation: Conversation, wanted: number): Promise<string> {
  const { results } = await apiOf(context).operator.inbox.cannedAnswers()
  const { customer, number, reservation, operators } = conversation
  return fillAnswer(results.find(({ id }) => id === wanted)?.body ?? '', {
    customer: customer?.name ?? '',
    number: reservation?.number ?? (number === null ? '' : String(number)),
    operator: operators.find(({ is_me }) => is_me)?.name ?? '',
  })
}

const wordsOf = (context: Context) => textFor(context.get(siteContext).language, 'inbox')
const pathOf = (id: string) => `/operator/inbox/${id}`
