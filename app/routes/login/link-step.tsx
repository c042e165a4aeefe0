import { useText } from '#app/i18n/text.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'

/**
 * Signing in by a link: a button, and not the address alone, so that a mail program's preview does not use the link up.
 */
export function LinkStep({ token, returnUrl, reply }: { token: string; returnUrl: string; reply?: FormReply }) {
  const t = useText('login')
  const form = useReply('link', { reply })
  const action = `/login?token=${encodeURIComponent(token)}&returnUrl=${encodeURIComponent(returnUrl)}`
  return (
    <PostForm {...form.props} action={action} className="card stack">
      <h1 className="sign-in-title">{t('link.title')}</h1>
      <ErrorSummary id="link-errors" entries={form.summary({})} />
      <p className="soft">{t('link.text')}</p>
      <input type="hidden" name="direct_login_token" value={token} />
      <input type="hidden" name="returnUrl" value={returnUrl} />
      <SubmitButton name="intent" value="link" className="btn btn-go btn-lg">
        {t('link.submit')}
      </SubmitButton>
    </PostForm>
  )
}
