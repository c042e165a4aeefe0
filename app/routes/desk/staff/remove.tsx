import { z } from 'zod'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/remove'

export const handle: PageHandle = { areas: ['staff'], noJs: true, query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'staff')
  const { people } = await apiOf(context).desk.staff({})
  const person = people.find(({ id }) => id === params.id)
  if (!person) throw notFound()
  const name = person.name ?? phoneIn(language, person.phone)
  return { meta: { title: t('removeTitle', { name }), description: t('description') }, name }
}

/** What can't be undone has a page of its own. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, z.object({}), formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).desk.removeStaff({ id: params.id })
    return goOn(context, '/desk/staff', textFor(context.get(siteContext).language, 'staff')('done.remove'))
  } catch (error) {
    return refused(error, form)
  }
}

export default function RemoveStaff({ loaderData: { name }, actionData }: Route.ComponentProps) {
  const t = useText('staff')
  const { language } = useLanguage()
  const form = useReply('remove', { reply: actionData?.form })
  return (
    <PostForm {...form.props} className="stack">
      <h1 className="head">{t('removeTitle', { name })}</h1>
      <ErrorSummary id="remove-errors" entries={form.summary({})} />
      <p>{t('removeText')}</p>
      <div className="row">
        <SubmitButton className="btn btn-bad">{t('remove')}</SubmitButton>
        <a href={pathIn(language, '/desk/staff')}>{t('back')}</a>
      </div>
    </PostForm>
  )
}
