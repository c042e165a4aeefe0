import { AnswerText } from '#app/contract/operator/inbox.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { goneAlready, notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/answer'
import { AnswerFields } from './answer-fields.tsx'

const PATH = '/operator/inbox/answers'

export const handle: PageHandle = { areas: ['inbox'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.inbox.cannedAnswers()
  const answer = results.find(({ id }) => String(id) === params.id)
  if (!answer) throw notFound()
  return { answer, meta: { title: answer.title } }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const fields = await request.formData()
  const t = textFor(context.get(siteContext).language, 'inbox')
  const { operator } = apiOf(context)
  const { data: id } = RowId.safeParse(params.id)
  if (!id) throw notFound()
  if (fields.get('intent') === 'remove') {
    await goneAlready(operator.inbox.removeCannedAnswer({ id }))
    return goOn(context, PATH, t('answers.removed'))
  }
  return answerForm({ context, request: fields }, AnswerText.safeExtend({ revision: RowId }), async (answer) => {
    await operator.inbox.changeCannedAnswer({ ...answer, id })
    return { to: PATH, said: t('answers.saved') }
  })
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
