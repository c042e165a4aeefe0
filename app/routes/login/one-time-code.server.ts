import type { RouterContextProvider } from 'react-router'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import { z } from 'zod'
import { Proof } from '#app/contract/account.ts'
import type { Pending } from '#app/features/sign-in/pending.server.ts'
import { HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { type ParsedForm, parseForm } from '#app/web/page/forms.ts'

const CodeForm = z.object({ token: Proof.shape.token })
type CodeForm = z.infer<typeof CodeForm>
type Tokens = { access: string; refresh: string; second_factor: boolean }

/** A code's form that was refused before or by the API; `reply` shows it again. */
export class CodeRefused extends Error {
  readonly reply: Extract<ParsedForm<CodeForm>, { ok: false }>['reply']
  constructor(reply: CodeRefused['reply']) {
    super('The form of the one-time code was refused.')
    this.reply = reply
  }
}

type ReadForm = Extract<ParsedForm<CodeForm>, { ok: true }>

/** remix-auth's way in for a phone and its code: reads the form of the code's step and lets it be verified. */
class OneTimeCode extends Strategy<Tokens, ReadForm> {
  name = 'one-time-code'
  private readonly language: Language

  constructor(language: Language, verify: Strategy.VerifyFunction<Tokens, ReadForm>) {
    super(verify)
    this.language = language
  }

  async authenticate(request: Request): Promise<Tokens> {
    const today = dateIn(HOME_ZONE, new Date())
    const form = await parseForm(request, CodeForm, { language: this.language, today })
    if (!form.ok) throw new CodeRefused(form.reply)
    return this.verify(form)
  }
}

/**
 * Tries the code that was typed for a waiting phone: new and not yet activated people activate, others get their tokens
 * (§4). `refused` turns the API's refusal into the reply to the form, and throws anything else.
 */
export function authenticatorFor(
  context: Readonly<RouterContextProvider>,
  pending: Pending,
  refused: (error: unknown, form: ReadForm) => CodeRefused,
): Authenticator<Tokens> {
  const { language } = context.get(siteContext)
  const { phone, country_code, email, isKnown } = pending
  return new Authenticator<Tokens>().use(
    new OneTimeCode(language, async (form) => {
      const { account } = apiOf(context, { asVisitor: true })
      const proof = { phone, country_code, email, token: form.value.token }
      try {
        return isKnown ? await account.token(proof) : await account.activate(proof)
      } catch (error) {
        if (isCallError(error, 'BANNED_USER')) throw error
        throw refused(error, form)
      }
    }),
  )
}
