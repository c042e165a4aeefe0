import type { ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { IRAN_DIAL_CODE } from '#app/rules/constants.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { describedBy, Field } from '#app/ui/field.tsx'
import { type FormReply, type ReplyForm, SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { Select } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { DemonstrationNote } from './demonstration-note.tsx'
import type { SignInState, SignInTransport } from './sign-in-form.ts'

type PhoneState = Extract<SignInState, { step: 'phone' }>

/** The first step: whose phone (and mailbox) it is. `children` is the heading. */
export function PhoneStep({
  state,
  transport,
  reply,
  children,
}: {
  state: PhoneState
  transport: SignInTransport
  reply?: FormReply
  children?: ReactNode
}) {
  const t = useText('login')
  const { language } = useLanguage()
  const { Form, action, hidden, busy } = transport
  const form = useReply('sign-in', { reply, initial: state.initial })
  const labels = { phone: t('phone'), country_code: t('countryCode'), email: t('email') }
  // Iranian numbers on the Persian site get an SMS; everybody else needs a mailbox (§1).
  const isForAbroadOnly = language === 'fa'
  return (
    <>
      <div className="stack stack-1">
        {children}
        <p className="soft">{t('intro')}</p>
      </div>
      <PostForm as={Form} {...form.props} action={action} className="stack sign-in-phone">
        <ErrorSummary id="sign-in-errors" entries={form.summary(labels)} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <PhoneField form={form} dialCodes={state.dialCodes} />
        <div className={isForAbroadOnly ? 'for-abroad' : undefined}>
          <TextField
            {...form.field('email')}
            label={labels.email}
            hint={t('emailHint')}
            type="email"
            autoComplete="email"
            dir="ltr"
            required={!isForAbroadOnly}
          />
        </div>
        <SubmitButton name="intent" value="send" className="btn btn-go btn-lg" busy={busy}>
          {t('send')}
        </SubmitButton>
      </PostForm>
      <p className="sm soft">
        {t.rich('agree', {
          terms: (chunks) => <a href={pathIn(language, '/pages/terms')}>{chunks}</a>,
          policy: (chunks) => <a href={pathIn(language, '/pages/policy')}>{chunks}</a>,
        })}
      </p>
      <DemonstrationNote demonstration={state.demonstration} />
    </>
  )
}

/** Country code and number, as one answer. */
export function PhoneField({ form, dialCodes }: { form: ReplyForm; dialCodes: PhoneState['dialCodes'] }) {
  const t = useText('login')
  const code = form.field('country_code')
  const { fieldErrors: phoneErrors, ...phone } = form.field('phone')
  const fieldErrors = phoneErrors ?? code.fieldErrors
  const options = dialCodes.map((dial) => ({ value: dial.code, label: `${dial.code} ${dial.countries}` }))
  // Iran first on every list: most numbers are from there.
  options.sort((a, b) => Number(b.value === IRAN_DIAL_CODE) - Number(a.value === IRAN_DIAL_CODE))
  return (
    <Field id={phone.id} fieldErrors={fieldErrors} label={t('phone')}>
      <div className="tel">
        <Select
          {...code}
          options={code.defaultValue ? options : [{ value: '', label: t('choose') }, ...options]}
          aria-label={t('countryCode')}
          autoComplete="tel-country-code"
          required
        />
        <input
          {...phone}
          className="in"
          inputMode="numeric"
          autoComplete="tel-national"
          required
          aria-invalid={phoneErrors?.length ? true : undefined}
          aria-describedby={describedBy({ id: phone.id, fieldErrors })}
        />
      </div>
    </Field>
  )
}
