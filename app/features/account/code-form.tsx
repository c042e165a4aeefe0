import { Link } from 'react-router'
import { CodeField } from '#app/features/sign-in/code-field.tsx'
import { Resend } from '#app/features/sign-in/code-step.tsx'
import type { SentCode } from '#app/features/sign-in/sign-in-form.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/** The form for the code that confirms a change of the account, with ways to request another code and to cancel. */
export function CodeForm({
  sent,
  action,
  submit,
  back,
  reply,
  className = 'btn btn-go btn-lg',
}: {
  sent: SentCode
  /** The page's own path and query, to which the form posts and which shows its errors. */
  action: string
  /** The button's text. */
  submit: string
  back: string
  reply?: FormReply
  className?: string
}) {
  const t = useText('info')
  const { language } = useLanguage()
  const form = useReply('code', { reply })
  return (
    <>
      <h2>{t('code.title')}</h2>
      <p className="row row-s">
        <span className="soft">{t('code.sentTo')}</span>
        <b className="ltr">{sent.byEmail ? sent.email : localDigits(sent.phone, language)}</b>
        <Link to={back}>{t('code.back')}</Link>
      </p>
      <PostForm {...form.props} action={action} className="stack">
        <ErrorSummary id="code-errors" entries={form.summary({ token: t('code.label') })} />
        <CodeField code={form.field('token')} label={t('code.label')} />
        <SubmitButton name="intent" value="verify" className={className}>
          {submit}
        </SubmitButton>
      </PostForm>
      <PostForm action={action}>
        <Resend sent={sent} />
      </PostForm>
    </>
  )
}
