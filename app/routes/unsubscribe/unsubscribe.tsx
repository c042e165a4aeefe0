import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/unsubscribe'

export const handle: PageHandle = {
  title: 'unsubscribe/title',
  description: 'unsubscribe/text',
  areas: ['unsubscribe'],
  noJs: true,
  private: true,
  noIndex: true,
  query: [],
}

/** Ends news by the link of an e-mail: the person's press, or a mailbox's own request without any cookie (RFC 8058). */
export async function action({ context, params }: Route.ActionArgs) {
  try {
    await apiOf(context).notifications.unsubscribeNews({ token: params.token })
  } catch (error) {
    throw isCallError(error, 'NOT_FOUND', 'INVALID_FIELDS') ? notFound() : error
  }
  return { isDone: true }
}

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  const t = useText('unsubscribe')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap narrow stack py-6">
        <h1>{t('title')}</h1>
        {actionData?.isDone ? (
          <>
            <p role="status">{t('done')}</p>
            <a href={pathIn(language, '/profile/profile')}>{t('settings')}</a>
          </>
        ) : (
          <>
            <p>{t('text')}</p>
            <PostForm>
              <SubmitButton>{t('confirm')}</SubmitButton>
            </PostForm>
          </>
        )}
      </div>
    </main>
  )
}
