import type { z } from 'zod'
import type { TicketDetail } from '#app/contract/support/tickets.ts'
import { FilesField } from '#app/features/support/files-field.tsx'
import type { WaitingFile } from '#app/features/support/take-files.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CHAT_MESSAGE_LENGTH } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'

interface ReplyProps {
  ticket: z.infer<typeof TicketDetail>
  client_id: string
  reply?: FormReply
  waiting: readonly WaitingFile[]
}

/** Writing to a ticket and closing it; of a closed one, where to go instead, and what was refused because of it. */
export function ReplyCard({ ticket, client_id, reply, waiting }: ReplyProps) {
  const t = useText('tickets')
  const form = useReply('reply', { reply })
  const summary = <ErrorSummary id="reply-errors" entries={form.summary({ message: t('reply'), files: t('files') })} />
  const text = (
    <TextArea {...form.field('message')} label={t('reply')} rows={4} maxLength={CHAT_MESSAGE_LENGTH} dir="auto" />
  )
  if (ticket.status === 'CLOSED') {
    return (
      <>
        {summary}
        <ClosedNote />
        {/* What was typed meanwhile can be taken along. */}
        {form.value('message') && <div className="card">{text}</div>}
      </>
    )
  }
  return (
    <>
      <PostForm className="card stack" encType="multipart/form-data" {...form.props}>
        {summary}
        <input type="hidden" name="client_id" value={form.value('client_id') ?? client_id} />
        {text}
        <FilesField form={form} waiting={waiting} />
        <div>
          <SubmitButton name="intent" value="reply">
            <Icon name="send" flip />
            {t('replySend')}
          </SubmitButton>
        </div>
      </PostForm>
      <PostForm>
        <SubmitButton className="btn" name="intent" value="close">
          {t('close')}
        </SubmitButton>
      </PostForm>
    </>
  )
}

function ClosedNote() {
  const t = useText('tickets')
  const { language } = useLanguage()
  return (
    <Note>
      <b>{t('closed')}</b> {t('closedText')}
      <p>
        <a href={pathIn(language, '/profile/ticketing/new')}>{t('new')}</a>
      </p>
    </Note>
  )
}
