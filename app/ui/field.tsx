import type { ReactNode } from 'react'
import type { Fault } from '#app/i18n/fault.ts'
import { useText } from '#app/i18n/text.tsx'
import { Icon } from './icon.tsx'

/** What every control of a form is given by `useReply().field(name)` (form.tsx), and passes on to its element. */
export interface ControlProps {
  id: string
  name: string
  /** As typed, where the form comes back with faults. */
  defaultValue?: string
  required?: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  faults?: readonly Fault[]
}

export interface FieldText {
  label: ReactNode
  hint?: ReactNode
  /** Shown after the label of a field that may stay empty. */
  optional?: boolean
}

/** Label, hint and faults around one control. The control carries `describedBy(props)` and `aria-invalid`. */
export function Field({
  id,
  faults,
  label,
  hint,
  optional,
  className,
  children,
}: FieldText & { id: string; faults?: readonly Fault[]; className?: string; children: ReactNode }) {
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>
        {label}
        {optional && <OptionalMark />}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldFaults id={id} faults={faults} />
    </div>
  )
}

/** The same around several controls that make one answer, as a date of three boxes. */
export function FieldGroup({
  id,
  faults,
  label,
  hint,
  optional,
  className,
  children,
}: FieldText & { id: string; faults?: readonly Fault[]; className?: string; children: ReactNode }) {
  return (
    <fieldset
      className={className ? `field ${className}` : 'field'}
      id={id}
      tabIndex={-1}
      aria-describedby={describedBy({ id, faults }, hint)}
    >
      <legend>
        {label}
        {optional && <OptionalMark />}
      </legend>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldFaults id={id} faults={faults} />
    </fieldset>
  )
}

/** The message under a field, in words. */
export function FieldFaults({ id, faults }: { id: string; faults?: readonly Fault[] }) {
  const first = faults?.[0]
  return first ? <FaultLine id={`${id}-error`} fault={first} /> : null
}

// Apart, because a page without faults need not fetch their words.
function FaultLine({ id, fault }: { id: string; fault: Fault }) {
  const t = useText('errors')
  return (
    <p className="err" id={id}>
      <Icon name="alert" />
      {t.loose(fault.key, fault.values)}
    </p>
  )
}

/** The ids that `aria-describedby` of a control names: its hint and its message. */
export function describedBy({ id, faults }: { id: string; faults?: readonly Fault[] }, hint?: ReactNode) {
  const ids = [hint && `${id}-hint`, faults?.length && `${id}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

function OptionalMark() {
  const t = useText('common')
  return <span className="mute"> {t('form.optional')}</span>
}
