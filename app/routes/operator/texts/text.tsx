import { z } from 'zod'
import { WrittenText } from '#app/contract/operator/texts.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { directionOf, pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { LONGEST_TEXT, TEXT_KINDS } from '#app/rules/text/content.ts'
import { Card } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Prose } from '#app/ui/page/prose.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { LanguageChoice } from '../templates/language-choice.tsx'
import { languageOfTexts } from '../templates/language-of.ts'
import type { Route } from './+types/text'

export const handle: PageHandle = { areas: ['texts'], query: ['lang', 'version'] }

type Params = Route.LoaderArgs['params']

/** The text of an address. Throws a 404 for an invalid name. */
function namedIn(params: Params, context: Route.LoaderArgs['context'], url: URL) {
  const kind = TEXT_KINDS.find((one) => one === params.kind)
  if (!kind || !/^[a-z0-9-]{1,100}$/.test(params.slug)) throw notFound()
  return { kind, slug: params.slug, language: languageOfTexts(url.searchParams, context.get(siteContext).language) }
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const text = await apiOf(context).operator.texts.read(namedIn(params, context, url))
  const version = text.versions.find(({ id }) => String(id) === url.searchParams.get('version'))
  const title = text.title || text.slug
  return { text, version, title, meta: { title } }
}

const Change = WrittenText.extend({
  version: z.string().max(10).optional(),
  intent: z.enum(['preview', 'save']).optional(),
})

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const named = namedIn(params, context, url)
  const { operator } = apiOf(context)
  return answerForm({ context, request }, Change, async ({ version, title, description, body }, { fields }) => {
    const written = { title, description, body }
    if (fields.get('intent') === 'preview') {
      return { preview: await operator.texts.preview({ ...named, ...written }), written }
    }
    await operator.texts.change({ ...named, ...written, version: version ? Number(version) : null })
    const t = textFor(context.get(siteContext).language, 'texts')
    return { to: `/operator/texts/${named.kind}/${named.slug}?lang=${named.language}`, said: t('saved') }
  })
}

type Loaded = Route.ComponentProps['loaderData']
type Written = { title: string; description: string; body: string }
type Answer = {
  form?: FormReply
  written?: Written
  preview?: Written & { html: string; leads_nowhere: string[] }
}

export default function TextPage({ loaderData: { text, version, title }, actionData }: Route.ComponentProps) {
  const answer = actionData as Answer | undefined
  const t = useText('texts')
  const { language } = useLanguage()
  const { kind, slug, language: shown, path, is_edited, body, publication } = text
  const date = version && formatInstant(new Date(version.at), HOME_ZONE, language, 'long')
  return (
    <>
      <DeskHead title={title} text={t(`kind.${kind}`)}>
        {publication && !publication.is_of_file && (
          <a className="btn btn-s btn-go" href={pathIn(language, `/operator/texts/${kind}/${slug}/publish`)}>
            {t(publication.published === null ? 'toPublish' : 'publication')}
          </a>
        )}
        {kind === 'post' && publication && !publication.is_of_file && (
          <a className="btn btn-s" href={pathIn(language, `/operator/texts/post/${slug}/picture`)}>
            {t('cover.link')}
          </a>
        )}
        {path !== null && (
          <a className="btn btn-s" href={pathIn(shown, path)}>
            {t('open')}
          </a>
        )}
      </DeskHead>
      <div className="stack">
        <LanguageChoice path={`/operator/texts/${kind}/${slug}`} shown={shown} />
        {body === null && <Note kind="warn">{t('unknown')}</Note>}
        {body === '' && <Note>{t('missing')}</Note>}
        {body && <p className="soft">{t(is_edited ? 'isEdited' : 'follows')}</p>}
        {date && !answer && <Note>{t('restored', { date })}</Note>}
        <TextForm
          text={text}
          written={answer?.written ?? version ?? { ...text, body: body ?? '' }}
          reply={answer?.form}
        />
        {answer?.preview && <Preview preview={answer.preview} language={shown} />}
        <Versions text={text} />
      </div>
    </>
  )
}

function TextForm({
  text: { kind, slug, language: shown, version, placeholders },
  written,
  reply,
}: {
  text: Loaded['text']
  written: Written
  reply: FormReply | undefined
}) {
  const t = useText('texts')
  const { title, description, body } = written
  const form = useReply('text', { reply, initial: { title, description, body } })
  const labels = { title: t('field.title'), description: t('field.description'), body: t('field.body') }
  const own = { lang: shown, dir: directionOf(shown), required: true }
  const names = placeholders.map((name) => `{${name}}`).join(' ')
  return (
    <PostForm
      {...form.props}
      action={`/operator/texts/${kind}/${slug}?lang=${shown}`}
      className="card stack"
      encType="multipart/form-data"
    >
      <ErrorSummary id="text-errors" entries={form.summary(labels)} />
      <input type="hidden" name="version" value={version ?? ''} />
      <TextField {...form.field('title')} {...own} label={labels.title} maxLength={LONGEST_TEXT.title} />
      <TextArea
        {...form.field('description')}
        {...own}
        label={labels.description}
        hint={t('hint.description')}
        maxLength={LONGEST_TEXT.description}
        rows={2}
      />
      <TextArea
        {...form.field('body')}
        {...own}
        label={labels.body}
        hint={t('hint.body', { names })}
        maxLength={LONGEST_TEXT.body}
        rows={22}
      />
      <div className="row">
        <SubmitButton name="intent" value="preview" className="btn">
          {t('preview')}
        </SubmitButton>
        <SubmitButton name="intent" value="save">
          {t('save')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

/** As readers would see it; the page keeps its own title. */
function Preview({
  preview,
  language,
}: {
  preview: NonNullable<Answer['preview']>
  language: Loaded['text']['language']
}) {
  const t = useText('texts')
  const { title, description, html, leads_nowhere } = preview
  return (
    <Card id="preview" title={t('preview')} className="stack">
      {leads_nowhere.length > 0 && (
        <Note kind="warn">{t('nowhere', { paths: `\u2066${leads_nowhere.join('  ')}\u2069` })}</Note>
      )}
      <div lang={language} dir={directionOf(language)} className="stack">
        <p>
          <b>{title}</b>
        </p>
        <p className="soft">{description}</p>
        <Prose html={html} lang={language} />
      </div>
    </Card>
  )
}

function Versions({ text: { kind, slug, language: shown, version, versions } }: { text: Loaded['text'] }) {
  const t = useText('texts')
  const { language } = useLanguage()
  return (
    <Card id="versions" title={t('versions')} className="stack">
      {versions.length === 0 && <p className="soft">{t('noVersions')}</p>}
      <ol className="stack stack-2">
        {versions.map(({ id, at, by, title }) => {
          const date = formatInstant(new Date(at), HOME_ZONE, language, 'long')
          return (
            <li key={id}>
              <p>
                {by === null ? t('byFile', { date }) : t('by', { name: by, date })} · <bdi lang={shown}>{title}</bdi>{' '}
                {id === version ? (
                  <Tag kind="ok">{t('shown')}</Tag>
                ) : (
                  <a
                    href={`${pathIn(language, `/operator/texts/${kind}/${slug}`)}?lang=${shown}&version=${id}`}
                    aria-label={t('useOf', { date })}
                  >
                    {t('use')}
                  </a>
                )}
              </p>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
