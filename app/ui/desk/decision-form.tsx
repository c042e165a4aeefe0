import { Fragment, type ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { IdempotencyKey, type ReplyForm, SubmitButton } from '../form/form.tsx'
import { PostForm } from '../form/post-form.tsx'

/** One way to decide: a button. */
export interface DecisionOption {
  label: string
  /** The value of the form's field `name`; none when there is only one option. */
  value?: string
  /** Shown as a dangerous action, because it takes something away from somebody. */
  isBad?: boolean
}

/**
 * A decision on a page of its own: what will happen, fields for the reason, a button for each option, and a link
 * back. Its action is `answerForm` in web/page/answer-form.server.ts; when somebody else was faster, the loader answers
 * 409 (`orGone` in web/page/answers.ts) and the page says so in place of the form.
 *
 * With an `AmountField` and a key it is a form that moves money, and its action `answerMoneyForm`.
 */
export function DecisionForm({
  form,
  labels = {},
  text,
  idempotencyKey,
  isMultipart = false,
  name = 'decision',
  choices,
  back,
  children,
}: {
  form: ReplyForm
  /** Names of the fields, for the error summary. */
  labels?: Record<string, string>
  /** A description of what will happen. */
  text?: ReactNode
  /** Makes sending it twice the same as sending it once. */
  idempotencyKey?: string
  /** It has a file field. */
  isMultipart?: boolean
  /** The field name of the buttons. */
  name?: string
  choices: readonly DecisionOption[]
  /** The page that it was opened from, without language. */
  back: { path: string; label: string; isPlain?: boolean }
  /** The fields. */
  children?: ReactNode
}) {
  const { language } = useLanguage()
  return (
    <PostForm {...form.props} encType={isMultipart ? 'multipart/form-data' : undefined} className="card stack">
      {idempotencyKey && <IdempotencyKey value={form.value('idempotency_key') ?? idempotencyKey} />}
      {typeof text === 'string' ? <p>{text}</p> : text}
      <ErrorSummary id={`${form.props.id}-errors`} entries={form.summary(labels)} />
      {children}
      <div className="row">
        {choices.map(({ label, value, isBad }) => (
          <Fragment key={label}>
            <SubmitButton
              {...(value !== undefined && { name, value })}
              className={isBad ? 'btn btn-bad' : 'btn btn-go'}
            >
              {label}
            </SubmitButton>{' '}
          </Fragment>
        ))}
        <a className={back.isPlain ? undefined : 'btn'} href={pathIn(language, back.path)}>
          {back.label}
        </a>
      </div>
    </PostForm>
  )
}
