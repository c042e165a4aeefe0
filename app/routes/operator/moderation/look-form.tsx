import { z } from 'zod'
import { ListingLook } from '#app/contract/operator/moderation.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { type FormReply, useReply } from '#app/ui/form/form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'

/** The fields of the form. */
export const LookFields = z.object(ListingLook.shape)

/** Approves or refuses one of a new company's first listings; `others` wait with it. */
export function LookForm({
  company,
  others,
  back,
  reply,
}: {
  company: string
  others: number
  back: string
  reply: FormReply | undefined
}) {
  const t = useText('moderation')
  const operator = useText('operator')
  const form = useReply('look', { reply })
  return (
    <DecisionForm
      form={form}
      labels={{ reason: operator('reason') }}
      text={t('look.text', { company, n: others })}
      choices={[
        { value: 'APPROVE', label: t('look.approve') },
        { value: 'REFUSE', label: t('look.refuse'), isBad: true },
      ]}
      back={{ path: back, label: operator('back') }}
    >
      <TextArea
        {...form.field('reason')}
        label={operator('reason')}
        hint={t('look.reasonHint', { company })}
        maxLength={500}
        rows={3}
      />
    </DecisionForm>
  )
}
