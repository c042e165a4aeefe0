import { Form, redirect } from 'react-router'
import { CodeStep } from '#app/features/sign-in/code-step.tsx'
import { readPending } from '#app/features/sign-in/pending.server.ts'
import { PhoneStep } from '#app/features/sign-in/phone-step.tsx'
import { signInState } from '#app/features/sign-in/sign-in-state.server.ts'
import { BODY_PICTURES } from '#app/features/vehicle/scenes.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { goTo, returnPath } from '#app/web/session/require-sign-in.ts'
import { readResume } from '#app/web/session/resume.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/login'
import { LinkStep } from './link-step.tsx'
import { ResumeStep } from './resume-step.tsx'
import { resendCode, sendCode } from './send-code.server.ts'
import { signInBy } from './sign-in.server.ts'

export const handle: PageHandle = {
  title: 'login/meta.title',
  description: 'login/meta.description',
  areas: ['login', 'errors'],
  private: true,
  noIndex: true,
  // The code may arrive by SMS before anybody touches the page.
  eager: (query) => query.get('step') === 'code',
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { cookies, config } = context.get(siteContext)
  const query = url.searchParams
  const returnUrl = returnPath(context, query)
  const page = { returnUrl }
  const person = viewerOf(context)
  if (query.get('dialog') === 'on') {
    if (person) return { ...page, show: 'nothing' as const, isSignedIn: true }
    return { ...page, show: 'steps' as const, fromDiscount: false, state: await signInState(context, 'phone') }
  }
  const token = query.get('token')
  if (token) return { ...page, show: 'link' as const, token }
  if (person) {
    const kept =
      query.get('step') === 'resume' && readResume(cookies, { secret: config.sessionSecret, phone: person.phone })
    if (!kept) throw goTo(context, returnUrl)
    return { ...page, show: 'resume' as const, form: kept, isChecked: query.get('checked') === 'on' }
  }
  const pending = readPending(context)
  const step = query.get('step') === 'code' ? 'code' : 'phone'
  if (step === 'code' && !pending) throw redirect(`/login?returnUrl=${encodeURIComponent(returnUrl)}`)
  const fromDiscount = query.get('from_discount_dialog') === 'on'
  return { ...page, show: 'steps' as const, fromDiscount, state: await signInState(context, step, pending) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const copy = request.clone()
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'resend':
      return resendCode(context, fields)
    case 'verify':
      return signInBy('one-time-code', { context, request: copy, fields })
    case 'link':
      return signInBy('link', { context, request: copy, fields })
    default:
      return sendCode(context, fields)
  }
}

/** The router forwards cookies by itself, but other headers only from here. */
export function headers({ actionHeaders }: Route.HeadersArgs): HeadersInit {
  const wait = actionHeaders.get('retry-after')
  return wait ? { 'retry-after': wait } : {}
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { returnUrl, show } = loaderData
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <div className="narrow sign-in">
          {show === 'link' && <LinkStep token={loaderData.token} returnUrl={returnUrl} reply={actionData?.form} />}
          {show === 'resume' && <ResumeStep form={loaderData.form} isChecked={loaderData.isChecked} />}
          {show === 'steps' && <Steps {...{ loaderData, actionData, returnUrl }} />}
          <img className="art sign-in-art" src={BODY_PICTURES.scooter} alt="" width="150" height="67" />
          <div className="road" aria-hidden="true" />
        </div>
      </div>
    </main>
  )
}

function Steps({
  loaderData,
  actionData,
  returnUrl,
}: Pick<Route.ComponentProps, 'actionData'> & {
  loaderData: Extract<Route.ComponentProps['loaderData'], { show: 'steps' }>
  returnUrl: string
}) {
  const t = useText('login')
  const { state } = loaderData
  // Also in the address, because a refused form is shown again there.
  const action = `/login?step=${state.step}&returnUrl=${encodeURIComponent(returnUrl)}`
  const hidden = { returnUrl, ...(loaderData.fromDiscount && { from_discount_dialog: 'on' }) }
  const transport = { Form, action, hidden }
  const reply = actionData?.form
  return (
    <div className="card stack">
      {state.step === 'phone' ? (
        <PhoneStep
          state={state}
          transport={transport}
          reply={reply}
          turn={actionData && 'turn' in actionData ? actionData.turn : undefined}
        >
          <h1 className="sign-in-title">{t('title')}</h1>
        </PhoneStep>
      ) : (
        <CodeStep state={state} transport={transport} reply={reply}>
          <h1 className="sign-in-title">{t('code.title')}</h1>
        </CodeStep>
      )}
    </div>
  )
}
