import { data, type RouterContextProvider, redirect } from 'react-router'
import { Login } from '#app/contract/account/account.ts'
import { isAlive, type Pending, pendingCookie, readPending } from '#app/features/sign-in/pending.server.ts'
import { refusedCode } from '#app/features/sign-in/refused-code.server.ts'
import { signInState } from '#app/features/sign-in/sign-in-state.server.ts'
import { DEFAULT_DIAL_CODE } from '#app/rules/constants.ts'
import { normaliseEmail } from '#app/rules/identity/email.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { signInErrors } from '#app/rules/identity/sign-in/sign-in-rules.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError, refused, secondsOf } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import { deviceCookie, deviceKeyOf, newDeviceKey } from '#app/web/session/cookie/device-key.ts'
import { firstStep, isDialog, refuse, returnQuery, type SignInAnswer, type SignInReply } from './steps.server.ts'

type Context = Readonly<RouterContextProvider>

/** Sends a code to a phone and redirects to the code's step. If one was sent already, no second one is sent. */
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

/** Sends another code to the waiting phone, if enough time has passed. */
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

type Sent = { pending: Pending; deviceKey: string }

async function codeStep(context: Context, fields: FormData, { pending, deviceKey }: Sent): Promise<SignInReply> {
  const headers = new Headers()
  headers.append('set-cookie', pendingCookie(context, pending))
  headers.append('set-cookie', deviceCookie(context, deviceKey))
  if (isDialog(fields)) return data({ state: await signInState(context, 'code', pending) }, { headers })
  return redirect(`/login?step=code${returnQuery(context, fields)}`, { status: 303, headers })
}

function isSame(context: Context, waiting: Pending, order: Order): boolean {
  const { language } = context.get(siteContext)
  const whole = (one: Order) => normalisePhone(one.phone, one.country_code ?? DEFAULT_DIAL_CODE[language])
  return whole(waiting) === whole(order) && normaliseEmail(waiting.email ?? '') === normaliseEmail(order.email ?? '')
}
