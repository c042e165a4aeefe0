import type { ReactNode } from 'react'
import { PhoneField } from '#app/features/phone/phone-field.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { servesIran } from '#app/rules/constants.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { useJudgedFields } from '#app/ui/form/judged-form.live.ts'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { DemonstrationNote } from './demonstration-note.tsx'
import type { SignInState, SignInTransport, Turn } from './sign-in-form.ts'
import { useTurn } from './turn.live.ts'

type PhoneState = Extract<SignInState, { step: 'phone' }>

/** The first step: the phone and, where needed, the e-mail address. `children` is the heading. */
export function PhoneStep({
  state,
  transport,
  reply,
  turn,
  children,
}: {
  state: PhoneState
  transport: SignInTransport
  reply?: FormReply
  turn?: Turn
  children?: ReactNode
}) {
  const t = useText('login')
  const { language } = useLanguage()
  const { Form, action, hidden, busy } = transport
  const form = useJudgedFields(useReply('sign-in', { reply, initial: state.initial }), { since: reply })
  const answer = useTurn(turn)
  const labels = { phone: t('phone'), country_code: t('countryCode'), email: t('email') }
  // Iranian numbers on the Persian site get an SMS; everybody else needs a mailbox (§1).
  const isForAbroadOnly = servesIran(language)
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
        {turn && <input type="hidden" name="turn" ref={answer} value={turn.challenge} readOnly />}
        <PhoneField form={form} dialCodes={state.dialCodes} labels={{ ...labels, choose: t('choose') }} />
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
