import { data, redirect } from 'react-router'
import { ChosenTopics } from '#app/contract/newsletter.ts'
import { TopicBoxes } from '#app/features/account/topic-boxes.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/topics'
import { GoneLink } from './token-form.tsx'

export const handle: PageHandle = {
  title: 'newsletter/topics.title',
  description: 'newsletter/description',
  areas: ['newsletter'],
  noJs: true,
  private: true,
  noIndex: true,
  query: ['token', 'done'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  try {
    const { topics } = await apiOf(context).newsletter.topics({ token: url.searchParams.get('token') ?? '' })
    return { topics, isDone: url.searchParams.has('done') }
  } catch (error) {
    if (!isNotFoundAnswer(error) && !isCallError(error, 'INVALID_FIELDS')) throw error
    return data({ topics: null, isDone: false }, 404)
  }
}

/** A token of somebody who has unsubscribed meanwhile is a 404, as for the page. */
export function action({ context, request, url }: Route.ActionArgs) {
  const token = url.searchParams.get('token') ?? ''
  return answerForm({ context, request }, ChosenTopics, async ({ topics }) => {
    await apiOf(context).newsletter.chooseTopics({ token, topics })
    return redirect(`/newsletter/topics?token=${encodeURIComponent(token)}&done=1`, 303)
  })
}

/** What a subscriber gets, by the link of each issue. */
export default function Topics({ loaderData: { topics, isDone } }: Route.ComponentProps) {
  const t = useText('newsletter')
  const { language } = useLanguage()
  if (topics === null) return <GoneLink />
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{t('topics.title')}</h1>
          <p className="soft">{t('topics.text')}</p>
          {isDone && <p role="status">{t('topics.saved')}</p>}
        </div>
        <PostForm className="card stack" isRepeatable>
          <TopicBoxes chosen={topics} />
          <div>
            <SubmitButton>{t('topics.save')}</SubmitButton>
          </div>
        </PostForm>
        <p className="sm">
          <a href={pathIn(language, '/pages/policy')}>{t('policy')}</a>
        </p>
      </div>
    </main>
  )
}
