import type { ComponentProps } from 'react'
import { CODE_DIGITS } from '#app/rules/constants.ts'
import { type ControlProps, describedBy, Field } from '#app/ui/form/field.tsx'

/** The box for the six digits that an authenticator app shows. */
export function FactorField({
  code,
  label,
  hint,
  ...native
}: {
  code: Pick<ControlProps, 'id' | 'fieldErrors'>
  label: string
  hint: string
} & Pick<ComponentProps<'input'>, 'autoFocus'>) {
  return (
    <Field id={code.id} fieldErrors={code.fieldErrors} label={label} hint={hint}>
      <input
        {...native}
        id={code.id}
        name="code"
        className="in code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_DIGITS + 1}
        required
        aria-invalid={code.fieldErrors?.length ? true : undefined}
        aria-describedby={describedBy(code, hint)}
      />
    </Field>
  )
}
