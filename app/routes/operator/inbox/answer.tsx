import { AnswerText } from '#app/contract/operator/inbox.ts'
import { RowId } from '#app/contract/shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { goneAlready, notFound } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, goOn } from '../operator-page.server.ts'
import type { Route } from './+types/answer'
import { AnswerFields } from './answer-fields.tsx'

const PATH = '/operator/inbox/answers'

export const handle: PageHandle = { areas: ['inbox'], query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.cannedAnswers()
  const answer = results.find(({ id }) => String(id) === params.id)
  if (!answer) throw notFound()
  return { answer, meta: deskMeta(context, answer.title) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const fields = await request.formData()
  const t = textFor(context.get(siteContext).language, 'inbox')
  const { operator } = apiOf(context)
  const { data: id } = RowId.safeParse(params.id)
  if (!id) throw notFound()
  if (fields.get('intent') === 'remove') {
    await goneAlready(operator.removeCannedAnswer({ id }))
    return goOn(context, PATH, t('answers.removed'))
  }
  const form = await parseForm(fields, AnswerText.safeExtend({ revision: RowId }), formPage(context))
  if (!form.ok) return form.reply
  try {
    await operator.changeCannedAnswer({ ...form.value, id })
  } catch (error) {
    return refused(error, form)
  }
  return goOn(context, PATH, t('answers.saved'))
}

export default function Answer({ loaderData: { answer }, actionData }: Route.ComponentProps) {
  const t = useText('inbox')
  const { language } = useLanguage()
  const { title, body, revision } = answer
  const form = useReply('answer', { reply: actionData?.form, initial: { title, body } })
  return (
    <>
      <DeskHead title={<bdi>{title}</bdi>} text={<bdi lang={answer.language}>{LANGUAGE_NAMES[answer.language]}</bdi>} />
      <div className="stack">
        <PostForm {...form.props} className="card stack">
          {/* Of the text as it is now: who sends again has seen it. */}
          <input type="hidden" name="revision" value={revision} />
          <AnswerFields form={form} />
          {actionData?.form && (
            <p className="sm" lang={answer.language} dir="auto">
              {t('answers.stored')} {body}
            </p>
          )}
          <div className="row">
            <SubmitButton>{t('answers.save')}</SubmitButton>
            <a className="btn" href={pathIn(language, PATH)}>
              {t('answers.back')}
            </a>
          </div>
        </PostForm>
        <PostForm>
          <SubmitButton name="intent" value="remove" className="btn btn-bad">
            {t('answers.remove')}
          </SubmitButton>
        </PostForm>
      </div>
    </>
  )
}
