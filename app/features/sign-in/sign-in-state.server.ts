import type { RouterContextProvider } from 'react-router'
import { dialCodesIn } from '#app/features/phone/dial-codes.server.ts'
import { formatTime } from '#app/i18n/format/dates.ts'
import { CODE_RESEND_SECONDS, DEFAULT_DIAL_CODE, type Language, READER_ZONES } from '#app/rules/constants.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { MINUTE_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { localOf } from '#app/rules/time/rental-time.ts'
import { siteContext } from '#app/web/page/context.ts'
import { readResume } from '#app/web/session/resume.ts'
import { isAlive, type Pending, readPending } from './pending.server.ts'
import type { SentCode, SignInState } from './sign-in-form.ts'

/** The state of the form: the phone's step, or the code's if one was sent. */
export async function signInState(
  context: Readonly<RouterContextProvider>,
  step: 'phone' | 'code',
  pending: Pending | undefined = readPending(context),
): Promise<SignInState> {
  const { language } = context.get(siteContext)
  const demonstration = demonstrationOf(context)
  if (step === 'code' && pending) return { step: 'code', sent: sentCode(pending, language), demonstration }
  const { country_code, phone, email } = pending ?? typedBefore(context)
  return {
    step: 'phone',
    dialCodes: dialCodesIn(language),
    initial: { country_code: country_code ?? DEFAULT_DIAL_CODE[language], phone, email },
    demonstration,
  }
}

/** What was typed into the form from which the person came to sign in. */
function typedBefore(context: Readonly<RouterContextProvider>): Record<string, string | undefined> {
  const { cookies, config } = context.get(siteContext)
  const kept = readResume(cookies, { secret: config.sessionSecret, phone: '' })
  return Object.fromEntries((kept?.fields ?? []).filter(([, value]) => value))
}

/** The facts about a sent code that its recipient may know. */
export function sentCode(pending: Pending, language: Language): SentCode {
  const { phone, country_code, email, channels } = pending
  // No longer than the pause, if the clock went back since.
  const resendAt = Math.min(pending.resendAt, Date.now() + CODE_RESEND_SECONDS * SECOND_MS)
  const whole = normalisePhone(phone, country_code ?? DEFAULT_DIAL_CODE[language])
  // Rounded up to the minute, so that nobody tries too early.
  const minute = new Date(Math.ceil(resendAt / MINUTE_MS) * MINUTE_MS)
  return {
    phone: whole ? formatPhone(whole) : phone,
    email: email ?? null,
    byEmail: channels.includes('email'),
    isAlive: isAlive(pending),
    resendIn: Math.max(0, Math.ceil((resendAt - Date.now()) / 1000)),
    resendAt: formatTime(localOf(minute, READER_ZONES[language]).time, language),
  }
}

/** Where to find the codes of a demonstration; null when they are really sent. */
function demonstrationOf(context: Readonly<RouterContextProvider>): SignInState['demonstration'] {
  const { mode, apiBaseUrl, dataDir, messages } = context.get(siteContext).config
  // The demonstration's people have Iranian numbers, so only the SMS provider for these matters.
  if (mode === 'production' || apiBaseUrl || messages.sms.length) return null
  const people = DEMONSTRATION_PEOPLE.map(({ identity, phone }) => ({ identity, phone: formatPhone(phone) }))
  return { file: `${dataDir}/outbox.jsonl`, people }
}
