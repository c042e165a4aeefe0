import { NewText } from '#app/contract/operator/texts.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { LONGEST_TEXT } from '#app/rules/text/content.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/new'

export const handle: PageHandle = { title: 'texts/new', areas: ['texts'], query: [] }

export function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'texts')
  return answerForm({ context, request }, NewText, async (typed) => {
    const { kind, slug, language } = await apiOf(context).operator.texts.create(typed)
    return { to: `/operator/texts/${kind}/${slug}?lang=${language}`, said: t('created') }
  })
}

export default function NewTextPage({ actionData }: Route.ComponentProps) {
  const t = useText('texts')
  const { language } = useLanguage()
  const form = useReply('text', { reply: actionData?.form, initial: { kind: 'post', language } })
  const labels = {
    kind: t('field.kind'),
    slug: t('field.slug'),
    language: t('field.language'),
    title: t('field.title'),
    description: t('field.description'),
    body: t('field.body'),
  }
  return (
    <>
      <DeskHead title={t('new')} text={t('newText')} />
      <PostForm {...form.props} className="card stack" encType="multipart/form-data">
        <ErrorSummary id="text-errors" entries={form.summary(labels)} />
        <div className="grid2">
          <SelectField
            {...form.field('kind')}
            label={labels.kind}
            options={(['post', 'page'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <SelectField
            {...form.field('language')}
            label={labels.language}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
          <TextField
            {...form.field('slug')}
            label={labels.slug}
            hint={t('hint.slug')}
            dir="ltr"
            maxLength={80}
            required
          />
        </div>
        <TextField {...form.field('title')} label={labels.title} dir="auto" maxLength={LONGEST_TEXT.title} required />
        <TextArea
          {...form.field('description')}
          label={labels.description}
          hint={t('hint.description')}
          dir="auto"
          maxLength={LONGEST_TEXT.description}
          rows={2}
          required
        />
        <TextArea
          {...form.field('body')}
          label={labels.body}
          dir="auto"
          maxLength={LONGEST_TEXT.body}
          rows={18}
          required
        />
        <div className="row">
          <SubmitButton>{t('create')}</SubmitButton>
          <a className="btn" href={pathIn(language, '/operator/texts')}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}
