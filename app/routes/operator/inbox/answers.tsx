import { AnswerText, InLanguage } from '#app/contract/operator/inbox.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/answers'
import { AnswerFields } from './answer-fields.tsx'

const PATH = '/operator/inbox/answers'

export const handle: PageHandle = { title: 'inbox/answers.title', areas: ['inbox'], query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.inbox.cannedAnswers()
  return {
    answers: results,
  }
}

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, AnswerText.safeExtend({ language: InLanguage }), async (answer) => {
    await apiOf(context).operator.inbox.addCannedAnswer(answer)
    return { to: PATH, said: textFor(context.get(siteContext).language, 'inbox')('answers.saved') }
  })
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
