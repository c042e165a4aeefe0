import { SUBJECT_LENGTH } from '#app/contract/support/tickets.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'

/** Short enough to be kept while somebody signs in (`web/session/resume.ts`). */
export const LONGEST_MESSAGE = 2000

interface Props {
  client_id: string
  isSignedIn: boolean
  reply: FormReply | undefined
}

/** A message to support, which becomes a ticket. */
export function WriteForm({ client_id, isSignedIn, reply }: Props) {
  const t = useText('contact')
  const form = useReply('write', { reply, initial: { client_id } })
  const labels = { subject: t('write.subject'), message: t('write.message') }
  return (
    <section className="card stack" aria-labelledby="write-title">
      <h2 id="write-title" className="text-base">
        {t('write.title')}
      </h2>
      <PostForm className="stack" {...form.props} aria-labelledby="write-title">
        <ErrorSummary id="write-errors" entries={form.summary(labels)} />
        <input type="hidden" name="client_id" value={form.value('client_id') ?? client_id} />
        <TextField {...form.field('subject')} label={labels.subject} maxLength={SUBJECT_LENGTH} dir="auto" required />
        <TextArea
          {...form.field('message')}
          label={labels.message}
          rows={5}
          maxLength={LONGEST_MESSAGE}
          dir="auto"
          required
        />
        <p className="sm soft">{t(isSignedIn ? 'write.answer' : 'write.signIn')}</p>
        <div>
          <SubmitButton>{t('write.send')}</SubmitButton>
        </div>
      </PostForm>
    </section>
  )
}
