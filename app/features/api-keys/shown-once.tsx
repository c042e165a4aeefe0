import { pathIn } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { AnswerNote } from '#app/ui/page/note.tsx'

/**
 * A secret as it is shown once, to be copied.
 * @param once says that this is the only time
 * @param back the page to go on to, without language
 */
export function ShownOnce({
  title,
  once,
  label,
  hint,
  secret,
  back,
}: Record<'title' | 'once' | 'label' | 'hint' | 'secret', string> & { back: { path: string; label: string } }) {
  const { language } = useLanguage()
  return (
    <section className="card stack" aria-labelledby="made-title">
      <h2 id="made-title">{title}</h2>
      <AnswerNote kind="warn" newest={secret}>
        {once}
      </AnswerNote>
      <TextField id="made-key" name="made-key" label={label} hint={hint} defaultValue={secret} dir="ltr" readOnly />
      <p>
        <a className="btn" href={pathIn(language, back.path)}>
          {back.label}
        </a>
      </p>
    </section>
  )
}
