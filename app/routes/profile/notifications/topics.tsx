import { FollowedTopics } from '#app/contract/notifications.ts'
import { TopicBoxes } from '#app/features/account/topic-boxes.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/topics'

const PATH = '/profile/notifications/topics'

export const handle: PageHandle = {
  title: 'newsletter/topics.title',
  description: 'newsletter/description',
  areas: ['newsletter', 'notices'],
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  return apiOf(context).notifications.topics()
}

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, FollowedTopics, async (chosen) => {
    await apiOf(context).notifications.chooseTopics(chosen)
    return { to: PATH, said: textFor(context.get(siteContext).language, 'newsletter')('topics.saved') }
  })
}

/** What a signed-in person follows. */
export default function Topics({ loaderData: { topics, email, has_email } }: Route.ComponentProps) {
  const t = useText('newsletter')
  return (
    <>
      <h1>{t('topics.title')}</h1>
      <p className="soft">{t('topics.follow')}</p>
      <PostForm className="card stack" isRepeatable>
        <TopicBoxes chosen={topics} />
        <Checkbox id="topics-email" name="email" checked={email}>
          {t('topics.byEmail')}
        </Checkbox>
        {!has_email && <p className="sm soft">{t('topics.noEmail')}</p>}
        <div>
          <SubmitButton>{t('topics.save')}</SubmitButton>
        </div>
      </PostForm>
    </>
  )
}
