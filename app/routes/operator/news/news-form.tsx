import type { z } from 'zod'
import type { NewsText } from '#app/contract/operator/news.ts'
import { directionOf, pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { LONGEST_NEWS, NEWS_TOPICS } from '#app/rules/messages/news-topics.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'

type Issue = Pick<z.output<typeof NewsText>, 'path'> & {
  topic: string | null
  title: Partial<Record<Language, string>>
  text: Partial<Record<Language, string>>
}

/** An issue as it is written; languages beyond the reader's own and English are closed until something is in them. */
export function NewsForm({ issue, reply, back }: { issue?: Issue; reply: FormReply | undefined; back: string }) {
  const t = useText('news')
  const { language } = useLanguage()
  const initial = {
    topic: issue?.topic ?? '',
    path: issue?.path ?? '/',
    ...Object.fromEntries(
      LANGUAGES.flatMap((one) => [
        [`title.${one}`, issue?.title[one]],
        [`text.${one}`, issue?.text[one]],
      ]),
    ),
  }
  const form = useReply('news', { reply, initial })
  const labels = {
    topic: t('topic'),
    path: t('path'),
    ...Object.fromEntries(
      LANGUAGES.flatMap((one) => [
        [`title.${one}`, t('titleIn', { language: LANGUAGE_NAMES[one] })],
        [`text.${one}`, t('bodyIn', { language: LANGUAGE_NAMES[one] })],
      ]),
    ),
  } as Record<string, string>
  return (
    // As a multipart form, because a Persian letter would be six bytes in another.
    <PostForm {...form.props} className="card stack" encType="multipart/form-data">
      <ErrorSummary id="news-errors" entries={form.summary(labels)} />
      <div className="grid2">
        <SelectField
          {...form.field('topic')}
          label={t('topic')}
          hint={t('topicHint')}
          options={[
            { value: '', label: t('everybody') },
            ...NEWS_TOPICS.map((value) => ({ value, label: t(`topics.${value}`) })),
          ]}
        />
        <TextField
          {...form.field('path')}
          label={t('path')}
          hint={t('pathHint')}
          dir="ltr"
          maxLength={LONGEST_NEWS.path}
        />
      </div>
      <p className="sm soft">{t('languagesHint')}</p>
      {LANGUAGES.map((one) => {
        const [title, body] = [form.field(`title.${one}`), form.field(`text.${one}`)]
        const own = { lang: one, dir: directionOf(one) }
        const isOpen = ['fa', 'en', language].includes(one) || Boolean(form.value(title.name) || form.value(body.name))
        return (
          <details key={one} open={isOpen || Boolean(title.fieldErrors?.length || body.fieldErrors?.length)}>
            <summary className="chip">
              <span lang={one}>{LANGUAGE_NAMES[one]}</span>
            </summary>
            <TextField {...title} {...own} label={labels[title.name] ?? ''} maxLength={LONGEST_NEWS.title} optional />
            <TextArea {...body} {...own} label={labels[body.name] ?? ''} hint={t('bodyHint')} rows={8} optional />
          </details>
        )
      })}
      <div className="row">
        <SubmitButton name="intent" value="save">
          {t('save')}
        </SubmitButton>
        <a className="btn" href={pathIn(language, back)}>
          {t('back')}
        </a>
      </div>
    </PostForm>
  )
}
