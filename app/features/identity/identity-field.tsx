import type { ReactNode } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { documentOf } from '#app/rules/identity/document-of.ts'
import type { ControlProps } from '#app/ui/form/field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { useFormReading } from '#app/ui/form/form-reading.live.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

/**
 * The field for the number of a person's identity document: its label and hint follow the country that is typed into the form's
 * field `country`, at once with scripts, with the server's next answer without. Until then they are general. Its texts are in the
 * area `identity`.
 * @param props.label the general label
 */
export function IdentityField({
  form,
  label,
  ...control
}: ControlProps & { form: ReplyForm; label: ReactNode; optional?: boolean; dir?: 'ltr' }) {
  const t = useText('identity')
  const typed = useFormReading(form.props.id, (textOf) => textOf('country'))
  const kind = documentOf(typed ?? form.value('country') ?? '')
  return (
    <TextField
      {...control}
      label={kind ? t(`${kind}.label`) : label}
      hint={t(`${kind ?? 'general'}.hint`)}
      autoComplete="off"
    />
  )
}

/** The label of a form's `IdentityField` in the list of errors: that of the country it was sent with. Undefined where that is the general one. */
export function useSentIdentityLabel(form: ReplyForm): string | undefined {
  const t = useText('identity')
  const kind = documentOf(form.value('country') ?? '')
  return kind && t(`${kind}.label`)
}
