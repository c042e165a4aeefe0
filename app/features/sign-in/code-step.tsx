import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CODE_RESEND_SECONDS } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { CodeField } from './code-field.tsx'
import { DemonstrationNote } from './demonstration-note.tsx'
import type { SentCode, SignInState, SignInTransport } from './sign-in-form.ts'
import { useCodeFromMessage } from './web-otp.live.ts'

/** The second step: the code, with phone and e-mail shown but locked. `children` is the heading. */
export function CodeStep({
  state,
  transport,
  reply,
  children,
}: {
  state: Extract<SignInState, { step: 'code' }>
  transport: SignInTransport
  reply?: FormReply
  children?: ReactNode
}) {
  const t = useText('login')
  const { Form, action, hidden, busy } = transport
  const { sent } = state
  const form = useReply('sign-in', { reply })
  const code = form.field('token')
  const box = useRef<HTMLInputElement>(null)
  useCodeFromMessage(box, sent.resendAt)
  const kept = Object.entries(hidden).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <>
      <div className="stack stack-1">
        {children}
        <SentTo sent={sent} transport={transport} />
      </div>
      {!sent.isAlive && !reply && <Note kind="warn">{t('code.ended')}</Note>}
      <PostForm as={Form} {...form.props} action={action} className="stack">
        <ErrorSummary id="sign-in-errors" entries={form.summary({ token: t('code.label') })} />
        {kept}
        <CodeField
          code={code}
          label={t('code.label')}
          ref={box}
          // The code is the page's only task. After an error, the summary has the focus instead.
          autoFocus={!reply}
        />
        <SubmitButton name="intent" value="verify" className="btn btn-go btn-lg" busy={busy}>
          {t('code.submit')}
        </SubmitButton>
      </PostForm>
      <PostForm as={Form} action={action}>
        {kept}
        <Resend sent={sent} busy={busy} />
      </PostForm>
      <DemonstrationNote demonstration={state.demonstration} />
    </>
  )
}

function SentTo({ sent, transport }: { sent: SentCode; transport: SignInTransport }) {
  const t = useText('login')
  const { language } = useLanguage()
  const back = `/login?returnUrl=${encodeURIComponent(transport.hidden.returnUrl ?? '')}`
  return (
    <p className="row row-s">
      <span className="soft">{t('code.sentTo')}</span>
      <b className="ltr">{localDigits(sent.phone, language)}</b>
      {sent.email && <b className="ltr">{sent.email}</b>}
      {transport.onChange ? (
        <button type="button" className="lnk" onClick={transport.onChange}>
          {t('code.change')}
        </button>
      ) : (
        <Link to={back}>{t('code.change')}</Link>
      )}
    </p>
  )
}

/**
 * When another code may be requested. The style sheet counts down and then shows the button and the hint; text browsers and
 * screen readers get a time of day. The server decides (§4, §9).
 */
export function Resend({ sent, busy }: { sent: SentCode; busy?: boolean }) {
  const t = useText('login')
  // The time that has passed already, in steps of ten seconds: the exact number would need an inline style.
  const passed = Math.floor((CODE_RESEND_SECONDS - Math.min(sent.resendIn, CODE_RESEND_SECONDS)) / 10) * 10
  return (
    <div className={`passed-${passed}`} key={sent.resendAt}>
      <div className="row between sm">
        <span className="soft">
          {t('code.missing')}
          <span className="vh"> {t('code.from', { time: sent.resendAt })}</span>
        </span>
        {sent.resendIn > 0 && (
          <span className="tag" aria-hidden="true">
            <Icon name="clock" />
            <span className="count" />
            {t('code.seconds')}
          </span>
        )}
      </div>
      <SubmitButton name="intent" value="resend" className="btn late late-resend" busy={busy}>
        {t('code.resend')}
      </SubmitButton>
      {sent.byEmail && (
        <p className="note late late-hint">
          <Icon name="info" />
          <span>{t('code.spam')}</span>
        </p>
      )}
    </div>
  )
}
