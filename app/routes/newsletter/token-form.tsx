import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/** The page of a link in an e-mail: one button, whose form is sent to the same address with its token. */
export function TokenForm({ about }: { about: 'confirm' | 'unsubscribe' }) {
  const t = useText('newsletter')
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{t(`${about}.title`)}</h1>
          <p className="soft">{t(`${about}.text`)}</p>
        </div>
        <PostForm>
          <SubmitButton className="btn btn-go btn-lg">{t(`${about}.submit`)}</SubmitButton>
        </PostForm>
      </div>
    </main>
  )
}

/** The answer to a link that has expired or was never valid. */
export function GoneLink() {
  const t = useText('newsletter')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read page-head">
        <h1>{t('gone.title')}</h1>
        <p className="soft">{t('gone.text')}</p>
        <p>
          <a className="btn" href={pathIn(language, '/newsletter')}>
            {t('gone.again')}
          </a>
        </p>
      </div>
    </main>
  )
}
