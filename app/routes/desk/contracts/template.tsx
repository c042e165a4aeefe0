import { z } from 'zod'
import { TemplateText } from '#app/contract/company/contracts.ts'
import { Blocks } from '#app/features/contract/paper.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { directionOf, pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { isolated, numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CompanyParts } from '#app/routes/desk/shell/company-parts.tsx'
import { HOME_ZONE, LANGUAGES, type Language, LOCALE_TAGS } from '#app/rules/constants.ts'
import {
  blocksOf,
  CONTRACT_TEXT_MAX,
  PLACEHOLDER_NAMES,
  PLACEHOLDERS,
  placeholdersIn,
  problemsOf,
  type TextProblem,
} from '#app/rules/reservation/contract-text.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/template'

export const handle: PageHandle = {
  title: 'contract/template.title',
  areas: ['contract', 'agency', 'errors'],
  noJs: true,
  query: ['language'],
}

const Chosen = z.enum(LANGUAGES)

export async function loader({ context, url }: Route.LoaderArgs) {
  const language = chosen(url, context.get(siteContext).language)
  return { template: await apiOf(context).company.contracts.template({ language }) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const page = context.get(siteContext).language
  const language = chosen(url, page)
  const t = textFor(page, 'contract')
  const { contracts } = apiOf(context).company
  const to = `/desk/company/contract?language=${language}`
  const fields = await request.formData()
  return answerForm({ context, request: fields }, TemplateText, async ({ text }, form) => {
    switch (fields.get('intent')) {
      case 'publish':
        await contracts.publishTemplate({ language, text })
        return { to, said: t('template.published') }
      case 'preview': {
        const preview = await contracts.previewTemplate({ language, text })
        const { data } = form.refuse({}, 200)
        return { ...data, preview }
      }
      default:
        await contracts.saveTemplate({ language, text })
        return { to, said: t('template.saved') }
    }
  })
}

function chosen(url: URL, page: Language): Language {
  const asked = Chosen.safeParse(url.searchParams.get('language'))
  return asked.success ? asked.data : page
}

/** A company's contract text in a language, in versions (design/golive, screen 13). */
export default function ContractTemplate({ loaderData: { template }, actionData }: Route.ComponentProps) {
  const t = useText('contract')
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  const preview = actionData && 'preview' in actionData ? actionData.preview : undefined
  const form = useReply('template-form', { reply, initial: { text: template.text } })
  const text = form.value('text') ?? template.text
  const problems = template.draft || reply ? problemsOf(text) : []
  const label = t('template.label', { language: LANGUAGE_NAMES[template.language] })
  return (
    <>
      <div className="head row">
        <h1>{t('template.title')}</h1>
        {template.draft && <Tag kind="warn">{t('template.draft', { n: template.draft.version })}</Tag>}
      </div>
      <div className="stack">
        <CompanyParts current="contract" />
        {problems.length > 0 && <Problems problems={problems} />}
        <div className="duo">
          <div className="stack">
            <PostForm {...form.props} className="card stack template-text" aria-label={t('template.title')}>
              <ErrorSummary id="template-errors" entries={form.summary({ text: label })} />
              <TextArea
                {...form.field('text')}
                label={label}
                hint={t('template.hint')}
                rows={24}
                maxLength={CONTRACT_TEXT_MAX}
                lang={LOCALE_TAGS[template.language]}
                dir={directionOf(template.language)}
                required
              />
              <div className="row row-s">
                <SubmitButton name="intent" value="publish">
                  {t('template.publish')}
                </SubmitButton>
                <SubmitButton name="intent" value="draft" className="btn">
                  {t('template.save')}
                </SubmitButton>
                <SubmitButton name="intent" value="preview" className="btn">
                  {t('template.preview')}
                </SubmitButton>
              </div>
            </PostForm>
            {preview && <Preview preview={preview} language={template.language} />}
            <Placeholders text={text} />
          </div>
          <aside className="stack">
            <Versions template={template} />
            <Languages template={template} />
          </aside>
        </div>
      </div>
    </>
  )
}

type Template = Route.ComponentProps['loaderData']['template']

function Problems({ problems }: { problems: readonly TextProblem[] }) {
  const t = useText('contract')
  return (
    <Note kind="warn" role="alert">
      <p className="b">{t('template.problems', { n: problems.length })}</p>
      <ul>
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same problem may be twice on a line
          <li key={index}>{said(problem, t)}</li>
        ))}
      </ul>
    </Note>
  )
}

function said(problem: TextProblem, t: ReturnType<typeof useText<'contract'>>): string {
  const named = isolated(problem.kind === 'tag' ? `<${problem.name}>` : `{${problem.name}}`)
  if (problem.kind === 'missing') return t('template.missing', { name: named })
  const { line } = problem
  if (problem.kind === 'tag') return t('template.tag', { line, name: named })
  return problem.near
    ? t('template.unknownNear', { line, name: named, near: isolated(`{${problem.near}}`) })
    : t('template.unknown', { line, name: named })
}

function Preview({
  preview: { number, text },
  language,
}: {
  preview: { number: string | null; text: string }
  language: Language
}) {
  const t = useText('contract')
  const page = useLanguage().language
  const [title, ...blocks] = blocksOf(text)
  return (
    <section className="stack" aria-labelledby="preview-title">
      <h2 id="preview-title" tabIndex={-1}>
        {number ? t('template.previewOf', { number: numberIn(page, number) }) : t('template.preview')}
      </h2>
      <article className="paper" lang={LOCALE_TAGS[language]} dir={directionOf(language)}>
        <p className="text-lg b">{title && 'text' in title ? title.text : ''}</p>
        <Blocks blocks={blocks} language={language} />
      </article>
    </section>
  )
}

function Placeholders({ text }: { text: string }) {
  const t = useText('contract')
  const named = placeholdersIn(text)
  return (
    <Card id="placeholders" className="stack" title={t('template.placeholders')}>
      <p className="sm soft">{t('template.placeholdersText')}</p>
      <RowTable label={t('template.placeholders')} head={[t('template.name'), t('template.inText')]}>
        {PLACEHOLDER_NAMES.map((name) => (
          <Row key={name}>
            <Cell>
              <code dir="ltr">{`{${name}}`}</code>{' '}
              {PLACEHOLDERS[name] && (
                <>
                  <span aria-hidden="true">*</span>
                  <span className="vh">{t('template.law')}</span>
                </>
              )}
            </Cell>
            <Cell far>
              {named.has(name) ? (
                <Tag kind="ok">{t('template.present')}</Tag>
              ) : PLACEHOLDERS[name] ? (
                <Tag kind="bad">{t('template.absent')}</Tag>
              ) : (
                <Tag>{t('template.optional')}</Tag>
              )}
            </Cell>
          </Row>
        ))}
      </RowTable>
    </Card>
  )
}

function Versions({ template: { versions } }: { template: Template }) {
  const t = useText('contract')
  const { language } = useLanguage()
  return (
    <Card id="versions" className="stack" title={t('template.versions')}>
      {versions.length === 0 && <p>{t('template.default')}</p>}
      <ul className="stack stack-1">
        {versions.map(({ version, published_at, contracts }) => (
          <li key={version}>
            <b>{t('template.version', { n: version })}</b>{' '}
            <span className="sm mute">
              {formatInstant(new Date(published_at), HOME_ZONE, language, 'long')} ·{' '}
              {t('template.used', { n: contracts })}
            </span>
          </li>
        ))}
      </ul>
      <p className="sm soft">{t('template.kept')}</p>
    </Card>
  )
}

function Languages({ template }: { template: Template }) {
  const t = useText('contract')
  const { language: page } = useLanguage()
  return (
    <Card id="languages" className="stack" title={t('template.languages')}>
      <ul className="list">
        {template.languages.map(({ language, version }) => (
          <li key={language}>
            <a
              href={pathIn(page, `/desk/company/contract?language=${language}`)}
              aria-current={language === template.language ? 'page' : undefined}
            >
              <span>{LANGUAGE_NAMES[language]}</span>{' '}
              <span className="sm mute">
                {version === null ? t('template.default') : t('template.version', { n: version })}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="sm soft">{t('template.languagesText')}</p>
    </Card>
  )
}
