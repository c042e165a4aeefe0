import { pathIn } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/** The page of a link in an e-mail: one button, whose form is sent to the same address with its token. */
export function MailLinkPage({ title, text, submit }: { title: string; text: string; submit: string }) {
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{title}</h1>
          <p className="soft">{text}</p>
        </div>
        <PostForm>
          <SubmitButton className="btn btn-go btn-lg">{submit}</SubmitButton>
        </PostForm>
      </div>
    </main>
  )
}

/** The answer to such a link that has expired or was never valid, or that a mail program has used, with a way on. */
export function MailLinkAnswer({
  title,
  text,
  next,
}: {
  title: string
  text: string
  next: { path: string; label: string }
}) {
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read page-head">
        <h1>{title}</h1>
        <p className="soft">{text}</p>
        <p>
          <a className="btn" href={pathIn(language, next.path)}>
            {next.label}
          </a>
        </p>
      </div>
    </main>
  )
}
