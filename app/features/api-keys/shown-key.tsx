import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { AnswerNote } from '#app/ui/page/note.tsx'

/** A key as it is shown once, to be copied; `path` is the list of keys, without language. */
export function ShownKey({ made, path }: { made: { name: string; key: string }; path: string }) {
  const t = useText('developers')
  const { language } = useLanguage()
  return (
    <section className="card stack" aria-labelledby="made-title">
      <h2 id="made-title">{t('made.title', { name: made.name })}</h2>
      <AnswerNote kind="warn" newest={made.key}>
        {t('made.once')}
      </AnswerNote>
      <TextField
        id="made-key"
        name="made-key"
        label={t('made.key')}
        hint={t('made.use')}
        defaultValue={made.key}
        dir="ltr"
        readOnly
      />
      <p>
        <a className="btn" href={pathIn(language, path)}>
          {t('made.back')}
        </a>
      </p>
    </section>
  )
}
