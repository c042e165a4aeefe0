import type { ReactNode } from 'react'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'

/** The props that every control gets from `useReply().field(name)` (form.tsx) and passes to its element. */
export interface ControlProps {
  id: string
  name: string
  /** As typed, when the form is shown again with errors. */
  defaultValue?: string
  required?: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  fieldErrors?: readonly FieldError[]
}

export interface FieldText {
  label: ReactNode
  hint?: ReactNode
  /** Marks the label of a field that may stay empty. */
  optional?: boolean
}

/** Label, hint and errors around one control. The control carries `describedBy(props)` and `aria-invalid`. */
export function Field({
  id,
  fieldErrors,
  label,
  hint,
  optional,
  className,
  children,
}: FieldText & { id: string; fieldErrors?: readonly FieldError[]; className?: string; children: ReactNode }) {
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>
        {label}
        {optional && <OptionalMark />}
      </label>
      <Hint id={id}>{hint}</Hint>
      {children}
      <FieldErrors id={id} fieldErrors={fieldErrors} />
    </div>
  )
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p className="hint" id={`${id}-hint`}>
      {children}
    </p>
  ) : null
}

/** The same around several controls that form one value, as a date in three inputs. */
export function FieldGroup({
  id,
  fieldErrors,
  label,
  hint,
  optional,
  className,
  children,
}: FieldText & { id: string; fieldErrors?: readonly FieldError[]; className?: string; children: ReactNode }) {
  return (
    <fieldset
      className={className ? `field ${className}` : 'field'}
      id={id}
      tabIndex={-1}
      aria-describedby={describedBy({ id, fieldErrors }, hint)}
    >
      <legend>
        {label}
        {optional && <OptionalMark />}
      </legend>
      <Hint id={id}>{hint}</Hint>
      {children}
      <FieldErrors id={id} fieldErrors={fieldErrors} />
    </fieldset>
  )
}

/** The error messages below a field. */
export function FieldErrors({ id, fieldErrors }: { id: string; fieldErrors?: readonly FieldError[] }) {
  const first = fieldErrors?.[0]
  return first ? <ErrorLine id={`${id}-error`} fieldError={first} /> : null
}

// A component of its own, so that a page without errors does not load the texts of errors.
function ErrorLine({ id, fieldError }: { id: string; fieldError: FieldError }) {
  const t = useText('errors')
  return (
    <p className="err" id={id}>
      <Icon name="alert" />
      {t.loose(fieldError.key, fieldError.values)}
    </p>
  )
}

/** The ids that `aria-describedby` of a control names: its hint and its message. */
export function describedBy(
  { id, fieldErrors }: { id: string; fieldErrors?: readonly FieldError[] },
  hint?: ReactNode,
) {
  const ids = [hint && `${id}-hint`, fieldErrors?.length && `${id}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

function OptionalMark() {
  const t = useText('common')
  return <span className="mute">{` ${t('form.optional')}`}</span>
}
