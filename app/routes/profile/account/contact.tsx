import { type RouterContextProvider, redirect } from 'react-router'
import type { z } from 'zod'
import { Login, TypedCode } from '#app/contract/account/account.ts'
import { CodeForm } from '#app/features/account/code-form.tsx'
import {
  goOnAfterCode,
  ordered,
  pendingCodeCookie,
  readPendingCode,
} from '#app/features/account/pending-code.server.ts'
import { dialCodesIn } from '#app/features/phone/dial-codes.server.ts'
import { type DialCodes, PhoneField } from '#app/features/phone/phone-field.tsx'
import { codeErrors, refusedCode } from '#app/features/sign-in/refused-code.server.ts'
import { sentCode } from '#app/features/sign-in/sign-in-state.server.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEFAULT_DIAL_CODE } from '#app/rules/constants.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { personOf } from '#app/web/session/cookie/session-cookie.ts'
import { changeProfile, ownProfile } from '#app/web/session/own-profile.server.ts'
import { rememberPerson } from '#app/web/session/visit.ts'
import type { Route } from './+types/contact'

type Contact = 'phone' | 'email'

export const handle: PageHandle = { areas: ['info', 'login'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'info')
  const change = changeIn(url)
  const title = t(change === 'phone' ? 'contact.changePhone' : 'contact.changeEmail')
  const page = { change, title, meta: { title, description: t('description') } }
  const waiting = readPendingCode(context, change)
  if (url.searchParams.get('step') === 'code' && waiting) {
    return { ...page, step: 'code' as const, sent: sentCode(waiting.pending, language) }
  }
  const dialCodes = change === 'phone' ? dialCodesIn(language) : []
  return { ...page, step: 'contact' as const, dialCodes, country_code: DEFAULT_DIAL_CODE[language] }
}

const NewPhone = Login.pick({ phone: true, country_code: true })
const NewEmail = Login.pick({ email: true })

export async function action({ context, request, url }: Route.ActionArgs) {
  const change = changeIn(url)
  const fields = await request.formData()
  const waiting = readPendingCode(context, change)
  switch (fields.get('intent')) {
    case 'verify':
      return waiting ? verify(context, fields, waiting.pending, change) : redirect(addressOf(change), 303)
    case 'resend': {
      if (!waiting) return redirect(addressOf(change), 303)
      const { phone, country_code = '', email = '' } = waiting.pending
      return send(context, change === 'phone' ? formOf({ phone, country_code }) : formOf({ email }), change)
    }
    default:
      return send(context, fields, change)
  }
}

export default function ChangeContact({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('info')
  const { change, step, title } = loaderData
  return (
    <>
      <h1>{title}</h1>
      <div className="card stack">
        {step === 'code' ? (
          <CodeForm
            sent={loaderData.sent}
            action={`${addressOf(change)}&step=code`}
            submit={t('contact.confirm')}
            back={addressOf(change)}
            reply={actionData?.form}
          />
        ) : (
          <ContactForm {...loaderData} reply={actionData?.form} />
        )}
      </div>
    </>
  )
}

function ContactForm({
  change,
  dialCodes,
  country_code,
  reply,
}: {
  change: Contact
  dialCodes: DialCodes
  country_code: string
  reply?: FormReply
}) {
  const t = useText('info')
  const login = useText('login')
  const form = useReply('contact', { reply, initial: { country_code } })
  const labels: Record<string, string> =
    change === 'phone'
      ? { phone: t('contact.newPhone'), country_code: t('contact.country_code') }
      : { email: t('contact.newEmail') }
  return (
    <PostForm {...form.props} action={addressOf(change)} className="stack">
      <ErrorSummary id="contact-errors" entries={form.summary(labels)} />
      <p className="soft">{t(change === 'phone' ? 'contact.phoneText' : 'contact.emailText')}</p>
      {change === 'phone' ? (
        <>
          <PhoneField
            form={form}
            dialCodes={dialCodes}
            labels={{
              phone: t('contact.newPhone'),
              country_code: t('contact.country_code'),
              choose: login('choose'),
            }}
          />
          <p className="sm soft">{t('contact.needsEmail')}</p>
        </>
      ) : (
        <TextField
          {...form.field('email')}
          label={t('contact.newEmail')}
          type="email"
          autoComplete="email"
          dir="ltr"
          required
        />
      )}
      <SubmitButton name="intent" value="send" className="btn btn-go btn-lg">
        {t('contact.send')}
      </SubmitButton>
    </PostForm>
  )
}

type Context = Readonly<RouterContextProvider>
type Waiting = NonNullable<ReturnType<typeof readPendingCode>>['pending']

/** Sends a code to the new phone or e-mail, and goes on to the code's step. */
async function send(context: Context, fields: FormData, change: Contact) {
  const page = formPage(context)
  const api = apiOf(context)
  const form = await parseForm(fields, change === 'phone' ? NewPhone : NewEmail, page)
  if (!form.ok) return form.reply
  const requested: { phone?: string; country_code?: string; email?: string } = form.value
  if (change === 'email' && !requested.email) return form.refuse({ email: ['required'] }, 400)
  try {
    const { resend_after, channels } = await api.account.changeContact(requested)
    const profile = await ownProfile(context)
    const phone = requested.phone ?? profile.country_code + profile.phone
    const email = requested.email ?? profile.email ?? undefined
    const country_code = requested.phone ? (requested.country_code ?? DEFAULT_DIAL_CODE[page.language]) : undefined
    const pending = ordered({ phone, country_code, email, channels }, resend_after)
    const cookie = pendingCodeCookie(context, { purpose: change, pending, forfeits: false })
    return redirect(`${addressOf(change)}&step=code`, { status: 303, headers: { 'set-cookie': cookie } })
  } catch (error) {
    const isMailless = change === 'phone' && isCallError(error, 'INVALID_FIELDS') && 'email' in error.data.fields
    return isMailless ? form.refuse({ '': ['email_first'] }) : refusedCode(error, form)
  }
}

/** Changes it, if the code is right. */
function verify(context: Context, fields: FormData, { phone, country_code, email }: Waiting, change: Contact) {
  const wanted = change === 'phone' ? { phone, country_code } : { email }
  const save = async (code: z.output<typeof TypedCode>) => {
    const profile = await changeProfile(context, { ...wanted, ...code })
    rememberPerson(context, personOf(profile))
    const message = textFor(context.get(siteContext).language, 'info')('contact.changed')
    return goOnAfterCode(context, '/profile/profile', message)
  }
  return answerForm({ context, request: fields }, TypedCode, save, codeErrors())
}

function changeIn(url: URL): Contact {
  return url.searchParams.get('change') === 'email' ? 'email' : 'phone'
}

function addressOf(change: Contact): string {
  return `/profile/profile/contact?change=${change}`
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
