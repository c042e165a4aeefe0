import type { ReactNode } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { DecisionForm, type DecisionOption } from '#app/ui/desk/decision-form.tsx'
import { type FormReply, type ReplyForm, useReply } from '#app/ui/form/form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'

/** Why an operator does something: it is stored in the audit log. */
export function ReasonField({ form, rows = 3, hint }: { form: ReplyForm; rows?: number; hint?: string }) {
  const t = useText('operator')
  return (
    <TextArea
      {...form.field('reason')}
      label={t('reason')}
      hint={hint ?? t('reasonHint')}
      required
      maxLength={500}
      rows={rows}
    />
  )
}

interface ReasonFormProps {
  id: string
  reply: FormReply | undefined
  /** The initial values of its fields. */
  initial?: Record<string, string | undefined>
  /** Labels of its own fields, for error messages. */
  labels?: Record<string, string>
  /** What will happen, in words. */
  text?: ReactNode
  idempotencyKey?: string
  /** The label of the buttons, if there is more than one. */
  name?: string
  choices: readonly DecisionOption[]
  /** Path, without language, of the page from which it was opened. */
  back: string
  reasonHint?: string
  /** Its fields besides the reason. */
  children?: (form: ReplyForm) => ReactNode
}

/** One decision of an operator with its reason, on a page of its own. */
export function ReasonForm({ id, reply, initial, labels, back, reasonHint, children, ...decision }: ReasonFormProps) {
  const t = useText('operator')
  const form = useReply(id, { reply, ...(initial && { initial }) })
  return (
    <DecisionForm
      {...decision}
      form={form}
      labels={{ ...labels, reason: t('reason') }}
      back={{ path: back, label: t('back') }}
    >
      {children?.(form)}
      <ReasonField form={form} {...(reasonHint !== undefined && { hint: reasonHint })} />
    </DecisionForm>
  )
}
