import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { Customer } from './customer.tsx'

/** What colleagues wrote at any of this person's reservations; a new note goes to the latest one. */
export function NotesCard({ notes, reply }: Pick<Customer, 'notes'> & { reply: FormReply | undefined }) {
  const t = useText('customers')
  const { language } = useLanguage()
  const form = useReply('note-form', { reply })
  return (
    <Card id="notes" title={t('notes')} className="stack">
      {notes.map(({ id, body, by, at }) => (
        <p key={id} className="sm">
          <bdi>{body}</bdi>{' '}
          <span className="mute">
            <bdi>{by}</bdi>
            {by && commaOf(language)}
            {formatInstant(new Date(at), HOME_ZONE, language, 'short')}
          </span>
        </p>
      ))}
      <PostForm {...form.props} className="stack stack-2" aria-label={t('addNote')}>
        <ErrorSummary id="note-errors" entries={form.summary({ body: t('note') })} />
        <TextField {...form.field('body')} label={t('note')} hint={t('noteHint')} maxLength={1000} required />
        <div>
          <SubmitButton name="intent" value="note" className="btn btn-s">
            {t('addNote')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}
