import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { SubmitButton } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/unsubscribe'

export const handle: PageHandle = { areas: ['unsubscribe'], noJs: true, private: true, noIndex: true, query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'unsubscribe')
  return { meta: { title: t('title'), description: t('text') } }
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
