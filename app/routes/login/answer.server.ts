import { data, type RouterContextProvider, redirect } from 'react-router'
import { Login } from '#app/contract/account.ts'
import {
  endPendingCookie,
  isAlive,
  type Pending,
  pendingCookie,
  readPending,
} from '#app/features/sign-in/pending.server.ts'
import { refusedCode } from '#app/features/sign-in/refused-code.server.ts'
import type { SignInState, Turn } from '#app/features/sign-in/sign-in-form.ts'
import { signInState } from '#app/features/sign-in/sign-in-state.server.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEFAULT_DIAL_CODE } from '#app/rules/constants.ts'
import { normaliseEmail } from '#app/rules/identity/email.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { signInErrors } from '#app/rules/identity/sign-in-rules.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError, refused, secondsOf } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import { type FieldErrors, type FormReply, formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import { flashCookie } from '#app/web/session/cookie/cookies.ts'
import { deviceCookie, deviceKeyOf, newDeviceKey } from '#app/web/session/cookie/device-key.ts'
import { sessionOf } from '#app/web/session/cookie/session-cookie.ts'
import { favouritesCookie, readFavourites } from '#app/web/session/favourites.ts'
import { goTo, redirectToBan, returnPath } from '#app/web/session/require-sign-in.ts'
import { endResumeCookie, readResume } from '#app/web/session/resume.ts'
import { startSession } from '#app/web/session/visit.ts'
import { authenticatorFor, CodeRefused } from './one-time-code.server.ts'
import { endWaitingCookie, waitingCookie } from './waiting-factor.server.ts'

type Context = Readonly<RouterContextProvider>

/** What a form of the sign-in is answered: shown again with errors, or, in a dialog, its next step or its end. */
export interface SignInAnswer {
  form?: FormReply
  state?: SignInState
  done?: boolean
  /** What an unknown browser does before its code is sent, while very many are asked for. */
  turn?: Turn
  /** The dialog ends, and the page of the second factor goes on. */
  factor?: boolean
}

/** Sends a code to a phone and goes on to the code's step. One that is on its way already is not sent twice. */
export async function sendCode(context: Context, fields: FormData) {
  const { language } = context.get(siteContext)
  const form = await parseForm(fields, Login, formPage(context))
  if (!form.ok) return withErrors(form.reply, signInErrors(form.valid, language))
  const waiting = readPending(context)
  const deviceKey = deviceKeyOf(context) ?? newDeviceKey()
  try {
    return codeStep(context, fields, { pending: await orderCode(context, form.value, deviceKey), deviceKey })
  } catch (error) {
    if (isCallError(error, 'TURN_NEEDED')) {
      const { data: reply, init } = refused(error, form)
      const { challenge, bits, retry_after } = error.data
      const headers = { 'set-cookie': deviceCookie(context, deviceKey), 'retry-after': String(retry_after) }
      return data<SignInAnswer>({ ...reply, turn: { challenge, bits } }, { ...init, headers })
    }
    const isWaiting = isCallError(error, 'TOO_MANY_REQUESTS') && secondsOf(error) <= 120
    if (isWaiting && waiting && isAlive(waiting) && isSame(context, waiting, form.value)) {
      return codeStep(context, fields, { pending: waiting, deviceKey })
    }
    return refusedCode(error, form)
  }
}

/** Sends another code to the waiting phone, if it is time for it. */
export async function resendCode(context: Context, fields: FormData) {
  const waiting = readPending(context)
  if (!waiting) return firstStep(context, fields)
  const { phone, country_code, email, fromDiscount: from_discount_dialog } = waiting
  const deviceKey = deviceKeyOf(context) ?? newDeviceKey()
  const order = { phone, country_code, email, from_discount_dialog }
  try {
    return codeStep(context, fields, { pending: await orderCode(context, order, deviceKey), deviceKey })
  } catch (error) {
    return refusedCode(error, { refuse })
  }
}

/** Tries the code that was typed; the right one signs in. */
export async function verifyCode(context: Context, request: Request, fields: FormData) {
  const waiting = readPending(context)
  if (!waiting) return firstStep(context, fields)
  let wrongTries = waiting.wrongTries
  const authenticator = authenticatorFor(context, waiting, (error, form) => {
    if (isCallError(error, 'INVALID_CREDENTIALS')) wrongTries++
    const fieldError = isAlive({ ...waiting, wrongTries }) ? 'code' : 'code_ended'
    return new CodeRefused(refusedCode(error, form, { INVALID_CREDENTIALS: { token: [fieldError] } }))
  })
  try {
    const tokens = await authenticator.authenticate('one-time-code', request)
    return await signIn(context, fields, tokens, waiting)
  } catch (error) {
    if (isCallError(error, 'BANNED_USER')) return banned(context)
    if (!(error instanceof CodeRefused)) throw error
    const headers = new Headers(error.reply.init?.headers)
    headers.append('set-cookie', pendingCookie(context, { ...waiting, wrongTries }))
    return data(error.reply.data, { ...error.reply.init, headers })
  }
}

/** Signs in by the single-use token of a link. */
export async function followLink(context: Context, fields: FormData) {
  const token = fields.get('direct_login_token')
  try {
    const direct_login_token = typeof token === 'string' ? token : ''
    const tokens = await apiOf(context, { asVisitor: true }).account.token({ direct_login_token })
    return await signIn(context, fields, tokens)
  } catch (error) {
    if (isCallError(error, 'BANNED_USER')) return redirectToBan(context)
    const isEnded = isCallError(error, 'INVALID_CREDENTIALS', 'INVALID_FIELDS')
    return isEnded ? refuse({ '': ['link_ended'] }, 400) : refused(error, { refuse })
  }
}

/** The code was right, and its person is banned. */
function banned(context: Context) {
  const answer = redirectToBan(context)
  answer.headers.append('set-cookie', endPendingCookie(context))
  return answer
}

/** A form without fields, and why it came to nothing. */
function refuse(fieldErrors: FieldErrors, status?: number) {
  const asErrors = (list: FieldErrors[string]) =>
    list.map((fieldError) => (typeof fieldError === 'string' ? { key: fieldError } : fieldError))
  const error = Object.fromEntries(Object.entries(fieldErrors).map(([name, list]) => [name, asErrors(list)]))
  return data({ form: { status: 'error', initialValue: {}, error } as FormReply }, { status })
}

type Order = Pick<Pending, 'phone' | 'country_code' | 'email'> & { from_discount_dialog?: boolean; turn?: string }

async function orderCode(context: Context, order: Order, deviceKey: string): Promise<Pending> {
  const sentAt = Date.now()
  const sent = await apiOf(context, { asVisitor: true, deviceKey }).account.login(order)
  const { phone, country_code, email } = order
  return {
    phone,
    country_code,
    email,
    isKnown: !sent.is_new && sent.is_activated,
    channels: sent.channels,
    fromDiscount: sent.from_discount_dialog,
    sentAt,
    resendAt: Date.now() + sent.resend_after * 1000,
    wrongTries: 0,
  }
}

/** Signed in: on to where the person wanted to go, by way of what they had typed there. */
export async function signIn(context: Context, fields: FormData, tokens: Tokens, by?: Pick<Pending, 'fromDiscount'>) {
  const { language, origin, cookies, config } = context.get(siteContext)
  if (tokens.second_factor) return factorStep(context, fields, tokens, by)
  const profile = await apiOf(context, { accessToken: tokens.access }).account.profile({})
  startSession(context, sessionOf(tokens, profile))
  const headers = new Headers()
  headers.append('set-cookie', endPendingCookie(context))
  headers.append('set-cookie', endWaitingCookie(context))
  const favourites = await decoration(context, 'favourites', mergeFavourites(context, tokens.access), undefined)
  if (favourites) headers.append('set-cookie', favouritesCookie(favourites, origin))
  if (by?.fromDiscount) {
    const message = textFor(language, 'login')('discountReady')
    headers.append('set-cookie', flashCookie({ kind: 'success', message }, origin))
  }
  if (isDialog(fields)) return data<SignInAnswer>({ done: true }, { headers })
  const path = returnPath(context, fields)
  const kept = readResume(cookies, { secret: config.sessionSecret, phone: profile.country_code + profile.phone })
  if (kept?.path === path) return redirect('/login?step=resume', { status: 303, headers })
  headers.append('set-cookie', endResumeCookie(origin))
  return goTo(context, path, headers)
}

type Tokens = { access: string; refresh: string; second_factor: boolean }

/** The one-time code was right; the tokens open nothing before the second factor, so they are no session yet. */
function factorStep(
  context: Context,
  fields: FormData,
  { access, refresh }: Tokens,
  by?: Pick<Pending, 'fromDiscount'>,
) {
  const headers = new Headers()
  headers.append('set-cookie', endPendingCookie(context))
  headers.append('set-cookie', waitingCookie(context, { access, refresh, fromDiscount: by?.fromDiscount ?? false }))
  if (isDialog(fields)) return data<SignInAnswer>({ factor: true }, { headers })
  const path = encodeURIComponent(returnPath(context, fields))
  return redirect(`/login/factor?returnUrl=${path}`, { status: 303, headers })
}

/** What the browser kept in mind joins what the account does; both have the same list from here on. */
async function mergeFavourites(context: Context, accessToken: string): Promise<number[]> {
  const add = readFavourites(context.get(siteContext).cookies)
  const { results } = await apiOf(context, { accessToken }).account.changeFavourites({ add })
  return results.map(({ id }) => id)
}

type Sent = { pending: Pending; deviceKey: string }

async function codeStep(context: Context, fields: FormData, { pending, deviceKey }: Sent) {
  const headers = new Headers()
  headers.append('set-cookie', pendingCookie(context, pending))
  headers.append('set-cookie', deviceCookie(context, deviceKey))
  if (isDialog(fields)) return data<SignInAnswer>({ state: await signInState(context, 'code', pending) }, { headers })
  return redirect(`/login?step=code${returnQuery(context, fields)}`, { status: 303, headers })
}

/** The code's cookie is gone: back to the step of the phone. */
async function firstStep(context: Context, fields: FormData) {
  if (isDialog(fields)) return data<SignInAnswer>({ state: await signInState(context, 'phone') })
  return redirect(`/login?step=phone${returnQuery(context, fields)}`, 303)
}

function returnQuery(context: Context, fields: FormData): string {
  return fields.get('returnUrl') ? `&returnUrl=${encodeURIComponent(returnPath(context, fields))}` : ''
}

function isDialog(fields: FormData): boolean {
  return fields.get('dialog') === 'on'
}

function isSame(context: Context, waiting: Pending, order: Order): boolean {
  const { language } = context.get(siteContext)
  const whole = (one: Order) => normalisePhone(one.phone, one.country_code ?? DEFAULT_DIAL_CODE[language])
  return whole(waiting) === whole(order) && normaliseEmail(waiting.email ?? '') === normaliseEmail(order.email ?? '')
}
