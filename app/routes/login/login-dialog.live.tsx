import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { CodeStep } from '#app/features/sign-in/code-step.tsx'
import type { LoginRequest } from '#app/features/sign-in/login-request.ts'
import { PhoneStep } from '#app/features/sign-in/phone-step.tsx'
import type { SignInState } from '#app/features/sign-in/sign-in-form.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import Sheet, { focusFirstField } from '#app/ui/dialog.live.tsx'
import type { SignInAnswer } from './steps.server.ts'

/**
 * The sign-in page's forms in a sheet over the current page; they are sent to `/login`, which answers with the next
 * step instead of a redirect. For a person who is signed in already, the dialog is done at once.
 */
export default function LoginDialog({
  request,
  onClose,
}: {
  request: LoginRequest
  onClose: (isSignedIn: boolean) => void
}) {
  const t = useText('login')
  const start = useFetcher<{ state?: SignInState; isSignedIn?: boolean }>()
  const { state, reply, turn, fetcher, goBack } = useSteps(request, start.data?.state)
  const isDone = fetcher.data?.done || start.data?.isSignedIn
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    void start.load('/login?dialog=on')
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end matters, not the listener
  useEffect(() => {
    if (isDone) onClose(true)
  }, [isDone])
  const leadsOn = fetcher.data?.factor
  const { language } = useLanguage()
  useEffect(() => {
    if (!leadsOn) return
    const { pathname, search } = location
    location.assign(pathIn(language, `/login/factor?returnUrl=${encodeURIComponent(pathname + search)}`))
  }, [leadsOn, language])
  const steps = useRef<HTMLDivElement>(null)
  const step = state?.step
  useEffect(() => {
    if (step) focusFirstField(steps.current)
  }, [step])
  if (!state) return null
  const transport = {
    Form: fetcher.Form,
    action: `/login?step=${state.step}`,
    hidden: { dialog: 'on', ...(request.fromDiscount && { from_discount_dialog: 'on' }) },
    busy: fetcher.state !== 'idle',
    onChange: goBack,
  }
  return (
    <Sheet title={t(state.step === 'code' ? 'code.title' : 'title')} onClose={() => onClose(false)}>
      <div className="stack" ref={steps}>
        {state.step === 'phone' ? (
          <PhoneStep state={state} transport={transport} reply={reply} turn={turn} />
        ) : (
          <CodeStep state={state} transport={transport} reply={reply} />
        )}
        {request.cancellable && (
          <button type="button" className="btn btn-bare" onClick={() => onClose(false)}>
            {t('cancel')}
          </button>
        )}
      </div>
    </Sheet>
  )
}

/** The current step: the one of the latest answer, or the first again after "change". */
function useSteps(request: LoginRequest, first: SignInState | undefined) {
  const fetcher = useFetcher<SignInAnswer>()
  const [step, setStep] = useState<SignInState>()
  const [answered, setAnswered] = useState<SignInAnswer>()
  if (fetcher.data !== answered) {
    setAnswered(fetcher.data)
    if (fetcher.data?.state) setStep(fetcher.data.state)
  }
  const state = step ?? (first && withRequest(first, request))
  const [ignored, setIgnored] = useState<SignInAnswer>()
  const { form: reply, turn } = (fetcher.data !== ignored && fetcher.data) || {}
  const goBack = () => {
    setStep(undefined)
    setIgnored(fetcher.data)
  }
  return { state, reply, turn, fetcher, goBack }
}

function withRequest(state: SignInState, { phone, countryCode }: LoginRequest): SignInState {
  if (state.step !== 'phone') return state
  const { initial } = state
  const requested = { phone: phone ?? initial.phone, country_code: countryCode ?? initial.country_code }
  return { ...state, initial: { ...initial, ...requested } }
}
