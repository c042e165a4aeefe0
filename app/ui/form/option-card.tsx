import type { ReactNode } from 'react'

/** One answer of several as a card on a line of its own: a title, a line of detail, and what it costs at the end. */
export function OptionCard({
  name,
  value,
  checked,
  title,
  detail,
  end,
  type = 'radio',
  form,
  required,
}: {
  name: string
  value: string
  checked?: boolean
  title: ReactNode
  detail?: ReactNode
  end?: ReactNode
  /** `switch` is a card that is on or off by itself. */
  type?: 'radio' | 'switch'
  form?: string
  required?: boolean
}) {
  return (
    <div>
      <label className="choice">
        <input
          type={type === 'switch' ? 'checkbox' : 'radio'}
          role={type === 'switch' ? 'switch' : undefined}
          name={name}
          value={value}
          defaultChecked={checked}
          form={form}
          required={required}
        />
        <span>
          <b>{title}</b> {detail && <span className="soft sm block">{detail}</span>}
        </span>{' '}
        {end && <span className="end">{end}</span>}
      </label>
    </div>
  )
}
