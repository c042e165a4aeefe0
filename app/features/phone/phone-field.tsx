import type { ReactNode } from 'react'
import { dialCodeIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import { describedBy, Field } from '#app/ui/form/field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { Select } from '#app/ui/form/select-field.tsx'
import { useAllDialCodes } from './all-dial-codes.live.ts'

/** Countries by name, each with its dial code as the form sends it: `+49`, or `+1 CA` when another country has the same. */
export type DialCodes = readonly (readonly [name: string, value: string])[]

/**
 * Country and number as one group of fields. Options start with the country's name, so that people can find them by typing.
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
  const { language } = useLanguage()
  const code = form.field('country_code')
  const options = dialCodes.map(([name, value]) => ({
    value,
    label: `${name} ${dialCodeIn(language, value.split(' ')[0] ?? '')}`,
  }))
  const isListed = options.some(({ value }) => value === code.defaultValue)
  const first = code.defaultValue
    ? { value: code.defaultValue, label: code.defaultValue }
    : { value: '', label: labels.choose }
  return (
    <PhoneControls form={form} label={labels.phone} className="tel">
      <Select
        {...code}
        options={isListed ? options : [first, ...options]}
        aria-label={labels.country_code}
        autoComplete="tel-country-code"
        required
      />
    </PhoneControls>
  )
}

/**
 * A smaller variant, for pages with a tight byte budget: the country is typed, as its code or its name
 * (`web/page/typed-dial-code.server.ts`). With scripts, all countries are suggested.
 */
export function TypedPhoneField({
  form,
  labels,
}: {
  form: ReplyForm
  labels: { phone: string; country_code: string }
}) {
  const { fieldErrors, ...code } = form.field('country_code')
  const { language } = useLanguage()
  const { all, load } = useAllDialCodes(language)
  const list = `${code.id}-list`
  return (
    <PhoneControls form={form} label={labels.phone} className="tel tel-typed">
      <input
        {...code}
        list={list}
        className="in"
        aria-label={labels.country_code}
        autoComplete="tel-country-code"
        required
        placeholder="+…"
        onFocus={load}
        aria-invalid={fieldErrors?.length ? true : undefined}
        aria-describedby={describedBy({ id: form.field('phone').id, fieldErrors })}
      />
      <datalist id={list}>
        {all.map(([name, value]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </datalist>
    </PhoneControls>
  )
}

function PhoneControls({
  form,
  label,
  className,
  children,
}: {
  form: ReplyForm
  label: string
  className: string
  children: ReactNode
}) {
  const { fieldErrors: phoneErrors, ...phone } = form.field('phone')
  const fieldErrors = phoneErrors ?? form.fieldErrors('country_code')
  return (
    <Field id={phone.id} fieldErrors={fieldErrors} label={label}>
      <div className={className}>
        {children}
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
