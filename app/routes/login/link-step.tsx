import { Link } from 'react-router'
import { useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'

/**
 * Signing in by a link: the person presses a button, so that a mail program's preview of the address does not use the
 * link up. Once the link has expired, the person continues with the phone.
 */
export function LinkStep({ token, returnUrl, reply }: { token: string; returnUrl: string; reply?: FormReply }) {
  const t = useText('login')
  const form = useReply('link', { reply })
  const back = `returnUrl=${encodeURIComponent(returnUrl)}`
  if (form.fieldErrors('')?.some(({ key }) => key === 'link_ended')) {
    return (
      <div className="card stack">
        <h1 className="sign-in-title">{t('link.title')}</h1>
        <Ended />
        <Link className="btn btn-go btn-lg" to={`/login?${back}`}>
          {t('link.phone')}
        </Link>
      </div>
    )
  }
  return (
    <PostForm {...form.props} action={`/login?token=${encodeURIComponent(token)}&${back}`} className="card stack">
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

// A component of its own, because a page without errors need not load their texts.
function Ended() {
  const t = useText('errors')
  return (
    <Note kind="warn" role="alert">
      {t('link_ended')}
    </Note>
  )
}
