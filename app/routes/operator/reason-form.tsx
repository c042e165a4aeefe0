import type { ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { type FormReply, type ReplyForm, SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { TextArea } from '#app/ui/text-field.tsx'

/** Why an operator does something: it stays in the audit log. */
export function ReasonField({ form, rows = 3, hint }: { form: ReplyForm; rows?: number; hint?: string }) {
  const t = useText('operator')
  return (
    <TextArea
      {...form.field('reason')}
      label={t('reason')}
      hint={hint ?? t('reasonHint')}
      required
      maxLength={500}
      rows={rows}
    />
  )
}

interface ReasonFormProps {
  id: string
  reply: FormReply | undefined
  /** What will happen, in words. */
  text: ReactNode
  /** What is decided, where the form can mean more than one thing. */
  decision?: string
  submit: string
  /** It takes something away from somebody. */
  isBad?: boolean
  /** Path, without language, of the page that it was opened from. */
  back: string
  reasonHint?: string
}

/** One decision with its reason, on a page of its own. */
export function ReasonForm(props: ReasonFormProps) {
  const { id, reply, text, decision, submit, isBad = false, back, reasonHint } = props
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply(id, { reply })
  return (
    <PostForm {...form.props} className="card stack">
      <p>{text}</p>
      <ErrorSummary id={`${id}-errors`} entries={form.summary({ reason: t('reason') })} />
      <ReasonField form={form} {...(reasonHint !== undefined && { hint: reasonHint })} />
      <div className="row">
        <SubmitButton
          {...(decision !== undefined && { name: 'decision', value: decision })}
          className={isBad ? 'btn btn-bad' : 'btn btn-go'}
        >
          {submit}
        </SubmitButton>
        <a className="btn" href={pathIn(language, back)}>
          {t('back')}
        </a>
      </div>
    </PostForm>
  )
}
