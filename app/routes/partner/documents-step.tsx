import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { APPLICATION_DOCUMENTS, DOCUMENTS_MAX } from '#app/rules/text/partner-application.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { Application } from './step.tsx'

const ACCEPTED = '.jpg,.jpeg,.png,.pdf,image/jpeg,image/png,application/pdf'

/** The documents that were added, each with a button to remove it, and a field for each kind. */
export function DocumentsStep({
  application: { application },
  reply,
}: {
  application: Application
  reply?: FormReply | undefined
}) {
  const t = useText('partner')
  const { language } = useLanguage()
  const form = useReply('documents', { reply })
  const labels = Object.fromEntries(APPLICATION_DOCUMENTS.map((kind) => [kind, t(`document.${kind}`)]))
  const sent = application?.status === 'DRAFT' ? application.documents : []
  return (
    <section className="card stack" aria-labelledby="step-title">
      <h2 id="step-title">{t('step.documents')}</h2>
      <p className="soft">{t('documents.lead')}</p>
      {sent.length > 0 && (
        <ul className="list" aria-label={t('documents.added')}>
          {sent.map(({ id, document, name }) => (
            <li key={id} className="row between">
              <span>
                {t(`document.${document}`)}:{' '}
                <a href={pathIn(language, `/files/${id}`)}>
                  <bdi>{name}</bdi>
                </a>
              </span>
              <PostForm>
                <input type="hidden" name="remove" value={id} />
                <SubmitButton className="btn btn-s btn-bare">
                  {t('documents.remove')} <span className="vh">{name}</span>
                </SubmitButton>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      <PostForm {...form.props} className="stack" encType="multipart/form-data">
        <p className="hint">{t('documents.hint', { n: DOCUMENTS_MAX })}</p>
        <ErrorSummary id="documents-errors" entries={form.summary(labels)} />
        {APPLICATION_DOCUMENTS.map((kind) => (
          <FileField
            // What was accepted is in the list by now, so the input starts empty again.
            key={`${kind} ${sent.length}`}
            {...form.field(kind)}
            accept={ACCEPTED}
            label={t(`document.${kind}`)}
            optional
          />
        ))}
        <div>
          <SubmitButton>{t('apply.save')}</SubmitButton>
        </div>
      </PostForm>
    </section>
  )
}
