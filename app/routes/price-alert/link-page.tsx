import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/** The page of a link in an e-mail: one button, whose form is sent to the same address with its token. */
export function LinkPage({ about }: { about: 'confirm' | 'stop' }) {
  const t = useText('alerts')
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

/** The answer to a link that has expired or was never valid, and to one that a mail program has just used. */
export function LinkResult({ result }: { result: 'gone' | 'ended' }) {
  const t = useText('alerts')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read page-head">
        <h1>{t(result === 'gone' ? 'gone.title' : 'done.ended.title')}</h1>
        <p className="soft">{t(result === 'gone' ? 'gone.text' : 'done.ended.text')}</p>
        <p>
          <a className="btn" href={pathIn(language, '/')}>
            {t('toSearch')}
          </a>
        </p>
      </div>
    </main>
  )
}
