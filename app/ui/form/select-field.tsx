import { type ControlProps, describedBy, Field, type FieldText } from './field.tsx'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

export interface OptionGroup {
  label: string
  options: readonly Option[]
}

type Options = readonly (Option | OptionGroup)[]

/** A labelled select. */
export function SelectField({
  options,
  label,
  hint,
  optional,
  ...control
}: ControlProps & FieldText & { options: Options; autoComplete?: string }) {
  return (
    <Field id={control.id} fieldErrors={control.fieldErrors} label={label} hint={hint} optional={optional}>
      <Select {...control} options={options} hasHint={Boolean(hint)} />
    </Field>
  )
}

/** The select alone, for places with another kind of label. */
export function Select({
  options,
  fieldErrors,
  hasHint,
  minLength: _min,
  maxLength: _max,
  pattern: _pattern,
  required,
  ...control
}: ControlProps & {
  options: Options
  hasHint?: boolean
  'aria-label'?: string
  autoComplete?: string
  form?: string
}) {
  return (
    <span className="sel">
      <select
        {...control}
        className="in"
        // A choice that is made already can't be missing, and HTML allows `required` only where the first option is empty.
        required={required && isPlaceholder(options[0])}
        aria-invalid={fieldErrors?.length ? true : undefined}
        aria-describedby={describedBy({ id: control.id, fieldErrors }, hasHint)}
      >
        {options.map((entry) =>
          'options' in entry ? (
            <optgroup key={entry.label} label={entry.label}>
              {entry.options.map(optionElement)}
            </optgroup>
          ) : (
            optionElement(entry)
          ),
        )}
      </select>
    </span>
  )
}

function isPlaceholder(first: Options[number] | undefined): boolean {
  return first !== undefined && 'value' in first && first.value === ''
}

// No `value` attribute when it equals the text: that halves the bytes of the 47 half hours.
function optionElement({ value, label, disabled }: Option) {
  return (
    <option key={value} value={value === label ? undefined : value} disabled={disabled}>
      {label}
    </option>
  )
}
