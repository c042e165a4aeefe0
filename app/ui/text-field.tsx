import type { ComponentProps } from 'react'
import { type ControlProps, describedBy, Field, type FieldText } from './field.tsx'

type Native = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'inputMode' | 'placeholder' | 'dir' | 'readOnly' | 'accept'
>

/** A labelled box for one line of text, a number, an address, a file. */
export function TextField({
  faults,
  label,
  hint,
  optional,
  type = 'text',
  ...control
}: ControlProps & FieldText & Native) {
  return (
    <Field id={control.id} faults={faults} label={label} hint={hint} optional={optional}>
      <input
        {...control}
        type={type}
        className={type === 'file' ? 'in file' : 'in'}
        aria-invalid={faults?.length ? true : undefined}
        aria-describedby={describedBy({ id: control.id, faults }, hint)}
      />
    </Field>
  )
}

/** A labelled box for several lines of text. */
export function TextArea({
  faults,
  label,
  hint,
  optional,
  pattern: _,
  ...control
}: ControlProps & FieldText & Pick<ComponentProps<'textarea'>, 'rows' | 'lang' | 'dir'>) {
  return (
    <Field id={control.id} faults={faults} label={label} hint={hint} optional={optional}>
      <textarea
        {...control}
        className="in"
        aria-invalid={faults?.length ? true : undefined}
        aria-describedby={describedBy({ id: control.id, faults }, hint)}
      />
    </Field>
  )
}
