import { FilesField } from '#app/features/support/files-field.tsx'
import type { WaitingFile } from '#app/features/support/take-files.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CHAT_MESSAGE_LENGTH, LANGUAGES } from '#app/rules/constants.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { Conversation } from './conversation.tsx'

interface OperatorReplyProps {
  conversation: Conversation
  answers: readonly { id: number; language: (typeof LANGUAGES)[number]; title: string }[]
  client_id: string
  reply: FormReply | undefined
  /** A canned answer that was put into the form, below what was typed. */
  text: string | undefined
  /** Files that an earlier submission has uploaded. */
  waiting: readonly WaitingFile[]
}

/** Answering, with the canned answers of the customer's language first. */
export function OperatorReply({ conversation, answers, client_id, reply, text, waiting }: OperatorReplyProps) {
  const t = useText('inbox')
  const words = useText('tickets')
  const { language } = useLanguage()
  const form = useReply('reply', { reply, initial: { message: text, client_id } })
  const { customer, last_seq, status } = conversation
  const theirs = customer?.language ?? language
  const languages = [theirs, ...LANGUAGES.filter((one) => one !== theirs)]
  const groups = languages.flatMap((one) => {
    const options = answers
      .filter((answer) => answer.language === one)
      .map(({ id, title }) => ({ value: String(id), label: title }))
    return options.length > 0 ? [{ label: LANGUAGE_NAMES[one], options }] : []
  })
  if (status === 'CLOSED') return <Note>{words('closed')}</Note>
  return (
    <>
      <PostForm {...form.props} className="card stack" encType="multipart/form-data">
        <ErrorSummary id="reply-errors" entries={form.summary({ message: words('reply'), files: words('files') })} />
        <input type="hidden" name="client_id" value={form.value('client_id')} />
        {/* What came meanwhile is on this page by now. */}
        <input type="hidden" name="seen" value={last_seq} />
        <TextArea
          {...form.field('message')}
          label={words('reply')}
          rows={6}
          maxLength={CHAT_MESSAGE_LENGTH}
          dir="auto"
        />
        <FilesField form={form} waiting={waiting} />
        <div>
          <SubmitButton name="intent" value="reply">
            {words('replySend')}
          </SubmitButton>
        </div>
        {groups.length > 0 ? (
          <div className="row row-s">
            <SelectField
              id="reply-answer"
              name="answer"
              label={t('answers.choose')}
              options={[{ value: '', label: t('answers.none') }, ...groups]}
            />
            <SubmitButton name="intent" value="insert" className="btn btn-s">
              {t('answers.insert')}
            </SubmitButton>
          </div>
        ) : (
          <p className="sm">
            <a href={pathIn(language, '/operator/inbox/answers')}>{t('answers.title')}</a>
          </p>
        )}
      </PostForm>
      {conversation.kind === 'TICKET' && (
        <PostForm>
          <SubmitButton className="btn" name="intent" value="close">
            {t('close')}
          </SubmitButton>
        </PostForm>
      )}
    </>
  )
}
