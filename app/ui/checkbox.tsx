import type { ReactNode } from 'react'
import type { Fault } from '#app/i18n/fault.ts'
import { describedBy, FieldFaults } from './field.tsx'

/** A box to tick, its text, and what belongs at the end of the line: a count, a price. */
export function Checkbox({
  id,
  name,
  value = 'on',
  checked,
  required,
  form,
  faults,
  children,
  end,
}: {
  id: string
  name: string
  value?: string
  checked?: boolean
  required?: boolean
  form?: string
  faults?: readonly Fault[]
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
          aria-invalid={faults?.length ? true : undefined}
          aria-describedby={describedBy({ id, faults })}
        />
        <span>{children}</span> {end && <small className="num">{end}</small>}
      </label>
      <FieldFaults id={id} faults={faults} />
    </>
  )
}
