import type { ReactNode } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { ANSWER_LENGTH, ANSWER_PLACEHOLDERS, ANSWER_TITLE_LENGTH } from '#app/rules/messages/canned-answer.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'

/** The fields of a canned answer. */
export function AnswerFields({ form, language }: { form: ReplyForm; language?: ReactNode }) {
  const t = useText('inbox')
  const names = ANSWER_PLACEHOLDERS.map((name) => `{${name}}`).join(' ')
  return (
    <>
      <ErrorSummary
        id="answer-errors"
        entries={form.summary({
          language: t('answers.language'),
          title: t('answers.name'),
          body: t('answers.body'),
        })}
      />
      {language}
      <TextField
        {...form.field('title')}
        label={t('answers.name')}
        required
        maxLength={ANSWER_TITLE_LENGTH}
        dir="auto"
      />
      <TextArea
        {...form.field('body')}
        label={t('answers.body')}
        hint={t('answers.hint', { names: `\u2066${names}\u2069` })}
        required
        maxLength={ANSWER_LENGTH}
        rows={6}
        dir="auto"
      />
    </>
  )
}
