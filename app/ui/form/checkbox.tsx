import type { ReactNode } from 'react'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { describedBy, FieldErrors } from './field.tsx'

/** A checkbox with its label and something at the end of the line, as a count or a price. */
export function Checkbox({
  id,
  name,
  value = 'on',
  checked,
  required,
  form,
  fieldErrors,
  children,
  end,
}: {
  id: string
  name: string
  value?: string
  checked?: boolean
  required?: boolean
  form?: string
  fieldErrors?: readonly FieldError[]
  children: ReactNode
  end?: ReactNode
}) {
  return (
    <>
      <label className="check" htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          name={name}
          value={value}
          defaultChecked={checked}
          required={required}
          form={form}
          aria-invalid={fieldErrors?.length ? true : undefined}
          aria-describedby={describedBy({ id, fieldErrors })}
        />
        <span>{children}</span> {end && <small className="num">{end}</small>}
      </label>
      <FieldErrors id={id} fieldErrors={fieldErrors} />
    </>
  )
}
