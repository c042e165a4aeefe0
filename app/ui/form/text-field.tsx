import type { ComponentProps } from 'react'
import { type ControlProps, describedBy, Field, type FieldText } from './field.tsx'

type Native = Pick<
  ComponentProps<'input'>,
  'type' | 'lang' | 'autoComplete' | 'inputMode' | 'placeholder' | 'dir' | 'readOnly' | 'ref' | 'autoFocus'
>

/** A labelled input for one line of text, a number or an address. */
export function TextField({
  fieldErrors,
  label,
  hint,
  optional,
  type = 'text',
  ...control
}: ControlProps & FieldText & Native) {
  return (
    <Field id={control.id} fieldErrors={fieldErrors} label={label} hint={hint} optional={optional}>
      <input
        {...control}
        type={type}
        className="in"
        aria-invalid={fieldErrors?.length ? true : undefined}
        aria-describedby={describedBy({ id: control.id, fieldErrors }, hint)}
      />
    </Field>
  )
}

/** A labelled input for several lines of text. */
export function TextArea({
  fieldErrors,
  label,
  hint,
  optional,
  pattern: _,
  ...control
}: ControlProps & FieldText & Pick<ComponentProps<'textarea'>, 'rows' | 'lang' | 'dir'>) {
  return (
    <Field id={control.id} fieldErrors={fieldErrors} label={label} hint={hint} optional={optional}>
      <textarea
        {...control}
        className="in"
        aria-invalid={fieldErrors?.length ? true : undefined}
        aria-describedby={describedBy({ id: control.id, fieldErrors }, hint)}
      />
    </Field>
  )
}
