import { TemplateFields } from '#app/contract/operator/settings/templates.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { deskText } from '../operator-page.server.ts'
import type { Route } from './+types/template'
import { LanguageChoice } from './language-choice.tsx'
import { languageOfTexts } from './language-of.ts'

const PATH = '/operator/templates'

export const handle: PageHandle = { query: ['lang', 'version'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shown = languageOfTexts(url.searchParams, context.get(siteContext).language)
  const template = await apiOf(context).operator.settings.template({ key: params.key, language: shown })
  const version = template.versions.find(({ id }) => String(id) === url.searchParams.get('version'))
  return {
    template,
    // An earlier version is put into the form, and takes effect when it is saved.
    text: version ? (version.text ?? template.shipped) : template.text,
    meta: { title: params.key },
  }
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const fields = await request.formData()
  const language = languageOfTexts(url.searchParams, context.get(siteContext).language)
  const { operator } = apiOf(context)
  const { key } = params
  const intent = fields.get('intent')
  const to = `${PATH}/${key}?lang=${language}`
  const t = deskText(context)
  if (intent === 'reset') {
    await operator.settings.changeTemplate({ key, language, text: null })
    return goOn(context, to, t('templates.isReset'))
  }
  return answerForm({ context, request: fields }, TemplateFields, async ({ text }) => {
    if (intent === 'preview') {
      const { preview } = await operator.settings.previewTemplate({ key, language, text })
      return { preview, text }
    }
    await operator.settings.changeTemplate({ key, language, text })
    return { to, said: t('templates.saved') }
  })
}

type Answer = { form?: FormReply; preview?: string; text?: string }

export default function TemplatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { template } = loaderData
  const answer = actionData as Answer | undefined
  const t = useText('operator')
  const { key, language: shown, is_edited, shipped } = template
  return (
    <>
      <DeskHead title={<bdi dir="ltr">{key}</bdi>} text={is_edited && <Tag kind="info">{t('templates.edited')}</Tag>} />
      <div className="stack">
        <LanguageChoice path={`${PATH}/${key}`} shown={shown} />
        <TemplateForm template={template} text={answer?.text ?? loaderData.text} reply={answer?.form} />
        <Card id="preview" title={t('templates.preview')}>
          <Written language={shown} text={answer?.preview ?? template.preview} />
        </Card>
        {is_edited && (
          <Card id="shipped" title={t('templates.shipped')}>
            <Written language={shown} text={shipped} />
          </Card>
        )}
        <Versions template={template} />
      </div>
    </>
  )
}

type Template = Route.ComponentProps['loaderData']['template']

function TemplateForm({ template, text, reply }: { template: Template; text: string; reply: FormReply | undefined }) {
  const t = useText('operator')
  const { key, language: shown, placeholders, is_edited } = template
  const form = useReply('template', { reply, initial: { text } })
  const names = placeholders.map((name) => `{${name}}`).join(' ')
  return (
    <PostForm {...form.props} action={`${PATH}/${key}?lang=${shown}`} className="card stack">
      <ErrorSummary id="template-errors" entries={form.summary({ text: t('templates.field') })} />
      <TextArea
        {...form.field('text')}
        label={t('templates.field')}
        hint={t('templates.hint', { n: placeholders.length, names })}
        dir="auto"
        lang={shown}
        required
        maxLength={1000}
        rows={5}
      />
      <div className="row">
        <SubmitButton name="intent" value="preview" className="btn">
          {t('templates.preview')}
        </SubmitButton>
        <SubmitButton name="intent" value="save">
          {t('templates.save')}
        </SubmitButton>
        {is_edited && (
          <SubmitButton name="intent" value="reset" className="btn btn-bare">
            {t('templates.reset')}
          </SubmitButton>
        )}
      </div>
    </PostForm>
  )
}

/** A text with its line breaks. */
function Written({ language, text }: { language: string; text: string }) {
  return (
    <div lang={language} dir="auto">
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity other than their position
        <p key={index}>{line}</p>
      ))}
    </div>
  )
}

function Versions({ template: { key, language: shown, versions, shipped } }: { template: Template }) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <Card id="versions" title={t('templates.versions')} className="stack">
      {versions.length === 0 && <p className="soft">{t('templates.noVersions')}</p>}
      <ol className="stack">
        {versions.map(({ id, text, at, by }) => {
          const date = formatInstant(new Date(at), HOME_ZONE, language, 'long')
          return (
            <li key={id} className="stack stack-1">
              <p className="sm mute">{t('templates.by', { name: by, date })}</p>
              {text === null ? <p>{t('templates.shipped')}</p> : <Written language={shown} text={text} />}
              {text !== (versions[0]?.text ?? shipped) && (
                <p>
                  <a
                    href={`${pathIn(language, `${PATH}/${key}`)}?lang=${shown}&version=${id}`}
                    aria-label={t('templates.useOf', { date })}
                  >
                    {t('templates.use')}
                  </a>
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
