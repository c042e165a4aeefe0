import { data, type RouterContextProvider } from 'react-router'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import { z } from 'zod'
import { TypedCode } from '#app/contract/account/account.ts'
import { FactorCode } from '#app/contract/account/second-factor.ts'
import { KeyAnswer } from '#app/contract/account/security-keys.ts'
import { keyAnswer } from '#app/features/sign-in/key-answer.server.ts'
import {
  endPendingCookie,
  isAlive,
  type Pending,
  pendingCookie,
  readPending,
} from '#app/features/sign-in/pending.server.ts'
import { refusedCode } from '#app/features/sign-in/refused-code.server.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { type ApiClient, apiOf } from '#app/web/api.server.ts'
import { isCallError, type Refusable, refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { type Session, sessionOf } from '#app/web/session/cookie/session-cookie.ts'
import { currencyOf } from '#app/web/session/currency.ts'
import { redirectToBan, redirectToSignIn } from '#app/web/session/require-sign-in.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import { firstStep, refuse, type SignInReply } from './steps.server.ts'
import { readWaiting, type Waiting } from './waiting-factor.server.ts'

/**
 * The ways to sign in. A security key replaces the second factor's code, never the one-time code; a signed-in person
 * also uses both to prove again who they are, before an action with money.
 */
const WAYS = {
  'one-time-code': byCode,
  link: byLink,
  'second-factor': byFactorCode,
  'security-key': bySecurityKey,
} satisfies Record<string, (context: Context, fields: FormData) => Promise<Proven>>
export type Way = keyof typeof WAYS

/** What a person has proven. */
export type Proven =
  /** Who they are: their session can begin. */
  | { session: Session; fromDiscount: boolean }
  /**
   * Who they are, but not yet the second factor. Until then the tokens are not valid for any call, and there is no
   * session.
   */
  | { waiting: Waiting }
  /** That the signed-in person still has the second factor. */
  | { isChecked: true }

/** Nobody was signed in, for an expected reason: `reply` is the answer to the form. */
export class SignInRefused extends Error {
  readonly reply: SignInReply
  constructor(reply: SignInReply) {
    super('The sign-in was refused.')
    this.reply = reply
  }
}

/** remix-auth's strategy for proofs that come in a form. */
class FormStrategy extends Strategy<Proven, FormData> {
  readonly name = 'form'
  async authenticate(request: Request): Promise<Proven> {
    return this.verify(await request.formData())
  }
}

/** Checks a form of the sign-in by each of the ways. Throws SignInRefused, and unexpected errors. */
export function authenticatorFor(context: Context): Authenticator<Proven> {
  const authenticator = new Authenticator<Proven>()
  for (const [way, prove] of Object.entries(WAYS)) {
    authenticator.use(new FormStrategy((fields) => prove(context, fields)), way)
  }
  return authenticator
}

type Context = Readonly<RouterContextProvider>

/**
 * By a code that was sent to the waiting phone: new and not yet activated people are activated, others get their tokens
 * (§4).
 */
async function byCode(context: Context, fields: FormData): Promise<Proven> {
  const pending = readPending(context)
  if (!pending) throw new SignInRefused(await firstStep(context, fields))
  const form = await parseForm(fields, TypedCode, formPage(context))
  if (!form.ok) throw refusedWith(context, form.reply, pending)
  const { phone, country_code, email, isKnown, fromDiscount } = pending
  const { account } = apiOf(context, { asVisitor: true })
  const proof = { phone, country_code, email, token: form.value.token }
  try {
    return await provenBy(context, isKnown ? await account.token(proof) : await account.activate(proof), fromDiscount)
  } catch (error) {
    if (isCallError(error, 'BANNED_USER')) throw new SignInRefused(banned(context))
    const tried = { ...pending, wrongTries: pending.wrongTries + (isCallError(error, 'INVALID_CREDENTIALS') ? 1 : 0) }
    const fieldError = isAlive(tried) ? 'code' : 'code_ended'
    throw refusedWith(context, refusedCode(error, form, { INVALID_CREDENTIALS: { token: [fieldError] } }), tried)
  }
}

/** The form with its errors; the phone still waits for its code. */
function refusedWith(context: Context, { data: again, init }: ReturnType<Refusable['refuse']>, pending: Pending) {
  const headers = new Headers(init?.headers)
  headers.append('set-cookie', pendingCookie(context, pending))
  return new SignInRefused(data(again, { ...init, headers }))
}

/** The code was right, but the person is banned. */
function banned(context: Context): Response {
  const answer = redirectToBan(context)
  answer.headers.append('set-cookie', endPendingCookie(context))
  return answer
}

/** By the single-use token of a link. */
async function byLink(context: Context, fields: FormData): Promise<Proven> {
  const token = fields.get('direct_login_token')
  const direct_login_token = typeof token === 'string' ? token : ''
  try {
    const tokens = await apiOf(context, { asVisitor: true }).account.token({ direct_login_token })
    return await provenBy(context, tokens)
  } catch (error) {
    if (isCallError(error, 'BANNED_USER')) throw new SignInRefused(redirectToBan(context))
    const isEnded = isCallError(error, 'INVALID_CREDENTIALS', 'INVALID_FIELDS')
    throw new SignInRefused(isEnded ? refuse({ '': ['link_ended'] }, 400) : refused(error, { refuse }))
  }
}

const FactorForm = z.object({ code: FactorCode })

/** By the code of an authenticator app, or a recovery code. */
async function byFactorCode(context: Context, fields: FormData): Promise<Proven> {
  const form = await parseForm(fields, FactorForm, formPage(context))
  if (!form.ok) throw new SignInRefused(form.reply)
  return bySecondFactor(context, form, (account) => account.checkFactor(form.value))
}

const KeyForm = z.object({ answer: keyAnswer(KeyAnswer) })

/** By the signature of a security key or passkey (WebAuthn). */
async function bySecurityKey(context: Context, fields: FormData): Promise<Proven> {
  const form = await parseForm(fields, KeyForm, formPage(context))
  if (!form.ok) throw new SignInRefused(form.reply)
  return bySecondFactor(context, form, (account) => account.checkKey(form.value))
}

async function bySecondFactor(
  context: Context,
  form: Refusable,
  check: (account: ApiClient['account']) => Promise<unknown>,
): Promise<Proven> {
  const waiting = viewerOf(context) ? undefined : readWaiting(context)
  try {
    await check(apiOf(context, { accessToken: waiting?.access }).account)
  } catch (error) {
    // The sign-in has waited too long.
    const isOver = waiting && isCallError(error, 'INVALID_TOKEN', 'BANNED_USER')
    throw new SignInRefused(isOver ? await redirectToSignIn(context, 'login_again') : refused(error, form))
  }
  return waiting ? provenBy(context, { ...waiting, second_factor: false }, waiting.fromDiscount) : { isChecked: true }
}

type Tokens = { access: string; refresh: string; second_factor: boolean }

/** `fromDiscount`: they signed in to use a discount code. */
async function provenBy(context: Context, tokens: Tokens, fromDiscount = false): Promise<Proven> {
  const { access, refresh } = tokens
  if (tokens.second_factor) return { waiting: { access, refresh, fromDiscount } }
  const profile = await apiOf(context, { accessToken: access }).account.profile({
    currency: CURRENCY_IDS[currencyOf(context)],
  })
  return { session: sessionOf(tokens, profile), fromDiscount }
}
