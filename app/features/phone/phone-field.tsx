import { describedBy, Field } from '#app/ui/field.tsx'
import type { ReplyForm } from '#app/ui/form.tsx'
import { Select } from '#app/ui/select-field.tsx'

/** Countries by name, each with its dial code as the form sends it: `+49`, or `+1 CA` where others have the same. */
export type DialCodes = readonly (readonly [name: string, value: string])[]

/**
 * Country and number, as one answer. Each country begins with its name, so that browsers and screen readers find it by
 * typing.
 */
export function PhoneField({
  form,
  dialCodes,
  labels,
}: {
  form: ReplyForm
  dialCodes: DialCodes
  labels: { phone: string; country_code: string; choose: string }
}) {
  const { fieldErrors: codeErrors, ...code } = form.field('country_code')
  const { fieldErrors: phoneErrors, ...phone } = form.field('phone')
  const fieldErrors = phoneErrors ?? codeErrors
  const options = dialCodes.map(([name, value]) => ({ value, label: `${name} ${value.split(' ')[0]}` }))
  const isListed = options.some(({ value }) => value === code.defaultValue)
  const first = code.defaultValue
    ? { value: code.defaultValue, label: code.defaultValue }
    : { value: '', label: labels.choose }
  return (
    <Field id={phone.id} fieldErrors={fieldErrors} label={labels.phone}>
      <div className="tel">
        <Select
          {...code}
          fieldErrors={codeErrors}
          options={isListed ? options : [first, ...options]}
          aria-label={labels.country_code}
          autoComplete="tel-country-code"
          required
        />
        <input
          id={phone.id}
          name={phone.name}
          defaultValue={phone.defaultValue}
          className="in"
          inputMode="tel"
          autoComplete="tel-national"
          required
          aria-invalid={phoneErrors?.length ? true : undefined}
          aria-describedby={describedBy({ id: phone.id, fieldErrors })}
        />
      </div>
    </Field>
  )
}
