import '../../../styles/files.css'
import type { ComponentProps } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { type ControlProps, describedBy, Field, type FieldText } from './field.tsx'

type Native = Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'multiple'>

/**
 * A labelled input for files. Its button is text of the style sheet in the page's language, because browsers name theirs in their own;
 * the input covers it and shows the name of the chosen file.
 */
export function FileField({
  fieldErrors,
  label,
  hint,
  optional,
  defaultValue: _,
  ...control
}: ControlProps & FieldText & Native) {
  const t = useText('files')
  const words = { 'data-choose': t('choose', { n: control.multiple ? 2 : 1 }), 'data-none': t('none') }
  return (
    <Field id={control.id} fieldErrors={fieldErrors} label={label} hint={hint} optional={optional}>
      <div className="in file" {...words}>
        <input
          {...control}
          type="file"
          aria-invalid={fieldErrors?.length ? true : undefined}
          aria-describedby={describedBy({ id: control.id, fieldErrors }, hint)}
        />
      </div>
    </Field>
  )
}
