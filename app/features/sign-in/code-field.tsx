import type { ComponentProps } from 'react'
import { CODE_DIGITS } from '#app/rules/constants.ts'
import { type ControlProps, describedBy, Field } from '#app/ui/form/field.tsx'

/** The box for a one-time code. */
export function CodeField({
  code,
  label,
  ...native
}: {
  code: Pick<ControlProps, 'id' | 'fieldErrors'>
  label: string
} & Pick<ComponentProps<'input'>, 'ref' | 'autoFocus'>) {
  return (
    <Field id={code.id} fieldErrors={code.fieldErrors} label={label}>
      <input
        {...native}
        id={code.id}
        name="token"
        className="in code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_DIGITS}
        pattern={`[0-9۰-۹٠-٩]{${CODE_DIGITS}}`}
        required
        aria-invalid={code.fieldErrors?.length ? true : undefined}
        aria-describedby={describedBy(code)}
      />
    </Field>
  )
}
