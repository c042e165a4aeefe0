import { languageOf } from '#app/i18n/language.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/**
 * Somebody's sign-in had ended when they sent a form: it is sent again by this button, with everything they had typed,
 * or its page is opened without.
 */
export function ResumeStep({
  form,
  isChecked,
}: {
  form: { path: string; fields: [name: string, value: string][] }
  /** The second factor was asked for again, and nobody had to sign in. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a field may come several times; its place is its name
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
