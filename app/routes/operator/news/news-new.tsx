import { NewsText } from '#app/contract/operator/news.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/news-new'
import { NewsForm } from './news-form.tsx'

export const handle: PageHandle = { title: 'news/new', areas: ['news'], query: [] }

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, NewsText, async (typed) => {
    const { id } = await apiOf(context).operator.news.create(typed)
    return { to: `/operator/news/${id}`, said: textFor(context.get(siteContext).language, 'news')('saved') }
  })
}

export default function NewNews({ actionData }: Route.ComponentProps) {
  const t = useText('news')
  return (
    <>
      <DeskHead title={t('new')} text={t('about')} />
      <NewsForm reply={actionData?.form} back="/operator/news" />
    </>
  )
}
