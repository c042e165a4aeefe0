import { languageOf } from '#app/i18n/language.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/**
 * Shown when somebody's session had ended before they submitted a form: a button submits it again with everything they
 * had typed, or a link opens its page without it.
 */
export function ResumeStep({
  form,
  isChecked,
}: {
  form: { path: string; fields: [name: string, value: string][] }
  /** Whether only the second factor was asked for again. */
  isChecked: boolean
}) {
  const t = useText('login')
  const path = languageOf(form.path).rest
  const isBySignIn = form.fields.some(([name, value]) => name === 'intent' && value.startsWith('sign-in'))
  return (
    <div className="card stack">
      <h1 className="sign-in-title">{t(isChecked ? 'resume.checkedTitle' : 'resume.title')}</h1>
      <p className="soft">{t(isBySignIn ? 'resume.bySignIn' : isChecked ? 'resume.checked' : 'resume.text')}</p>
      <PostForm action={path} className="stack">
        {form.fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field may occur several times; its position identifies it
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton className="btn btn-go btn-lg">{t(isBySignIn ? 'resume.goOn' : 'resume.submit')}</SubmitButton>
      </PostForm>
      <p>
        <a href={form.path}>{t('resume.discard')}</a>
      </p>
    </div>
  )
}
