import { AnswerText, InLanguage } from '#app/contract/operator/inbox.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, goOn } from '../operator-page.server.ts'
import type { Route } from './+types/answers'
import { AnswerFields } from './answer-fields.tsx'

const PATH = '/operator/inbox/answers'

export const handle: PageHandle = { areas: ['inbox'], query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.cannedAnswers()
  return {
    answers: results,
    meta: deskMeta(context, textFor(context.get(siteContext).language, 'inbox')('answers.title')),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, AnswerText.safeExtend({ language: InLanguage }), formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).operator.addCannedAnswer(form.value)
  } catch (error) {
    return refused(error, form)
  }
  return goOn(context, PATH, textFor(context.get(siteContext).language, 'inbox')('answers.saved'))
}

export default function Answers({ loaderData: { answers }, actionData }: Route.ComponentProps) {
  const t = useText('inbox')
  const { language } = useLanguage()
  const form = useReply('answer', { reply: actionData?.form, initial: { language } })
  return (
    <>
      <DeskHead title={t('answers.title')} text={t('answers.text')} />
      <div className="duo">
        <div className="stack">
          {answers.length === 0 && <p className="soft">{t('answers.empty')}</p>}
          {LANGUAGES.filter((one) => answers.some((answer) => answer.language === one)).map((one) => (
            <Card key={one} id={`answers-${one}`} title={<bdi lang={one}>{LANGUAGE_NAMES[one]}</bdi>}>
              <ul className="list" lang={one}>
                {answers
                  .filter((answer) => answer.language === one)
                  .map(({ id, title }) => (
                    <li key={id}>
                      <a href={pathIn(language, `${PATH}/${id}`)}>
                        <bdi>{title}</bdi>
                      </a>
                    </li>
                  ))}
              </ul>
            </Card>
          ))}
        </div>
        <PostForm {...form.props} className="card stack">
          <h2>{t('answers.new')}</h2>
          <AnswerFields
            form={form}
            language={
              <SelectField
                {...form.field('language')}
                label={t('answers.language')}
                options={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
              />
            }
          />
          <div>
            <SubmitButton>{t('answers.save')}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </>
  )
}
