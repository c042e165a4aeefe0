import type { data, RouterContextProvider } from 'react-router'
import type { output, ZodType } from 'zod'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { apiOf } from '#app/web/api.server.ts'
import { type Placing, type Refusable, refused } from './call-errors.server.ts'
import { type FormReply, formPage, type ParsedForm, parseForm } from './forms.ts'
import { goOn } from './go-on.server.ts'

/** A submitted form: `Route.ActionArgs`, or its fields if they were read already. */
interface Sent {
  context: Readonly<RouterContextProvider>
  request: Request | FormData
}

/** Where to redirect after success, and the message to show there. */
interface Done {
  to: string
  said: string
}

type Refused = ReturnType<typeof data<{ form: FormReply }>>
type Accepted<Value> = Extract<ParsedForm<Value>, { ok: true }>

/**
 * The action of a page with one form: parses it, performs it, and redirects with a message. Errors of the schema or the
 * call are shown at the form, with everything that was typed.
 *
 * ```ts
 * return answerForm({ context, request }, Suspension, async ({ reason }) => {
 *   await apiOf(context).operator.companies.change({ id, suspended: true, reason })
 *   return { to: `/operator/companies/${id}`, said: deskText(context)('suspend.done') }
 * })
 * ```
 * @param perform may also answer `form.refuse(…)` for errors that the schema cannot find, a redirect of its own, or data
 *   that the same page shows, such as a preview
 * @param placing where the call's errors belong; a function where that depends on the error
 */
export async function answerForm<Schema extends ZodType, Answer extends object>(
  { context, request }: Sent,
  schema: Schema,
  perform: (value: output<Schema>, form: Accepted<output<Schema>>) => Promise<Answer>,
  placing?: Placing | ((error: unknown) => Placing),
): Promise<Response | Refused | Exclude<Answer, Done>> {
  const form = await parseForm(request, schema, formPage(context))
  return form.ok ? answerRead(context, form, () => perform(form.value, form), placing) : form.reply
}

/** The second half of `answerForm`, for a form that its page has parsed itself: `if (!read.ok) return read.reply`. */
export async function answerRead<Answer extends object>(
  context: Sent['context'],
  form: Refusable,
  perform: () => Promise<Answer>,
  placing?: Placing | ((error: unknown) => Placing),
): Promise<Response | Refused | Exclude<Answer, Done>> {
  try {
    const answer = await perform()
    return isDone(answer) ? goOn(context, answer.to, answer.said) : (answer as Exclude<Answer, Done>)
  } catch (error) {
    return refused(error, form, typeof placing === 'function' ? placing(error) : placing)
  }
}

function isDone(answer: object): answer is Done {
  return 'to' in answer
}

/**
 * The same for a form that moves money: its `amount` is parsed in whole units of the currency, in any digits, and the
 * API that `perform` gets sends the form's key, so that a form that is sent twice moves the money once.
 * @param schema has `amount`, an `AmountText` of contract/shapes/text.ts
 */
export function answerMoneyForm<Schema extends ZodType<{ amount: string }>>(
  sent: Sent,
  schema: Schema,
  {
    currency,
    perform,
  }: {
    /** The page's currency, or the one chosen in the form. */
    currency: CurrencyCode | ((value: output<Schema>) => CurrencyCode)
    /** `minor` is the amount in the currency's minor unit. */
    perform: (value: output<Schema> & { minor: number }, api: ReturnType<typeof apiOf>) => Promise<Done>
  },
): Promise<Response | Refused> {
  return answerForm(sent, schema, async (value, form) => {
    const amount = typedAmount(value.amount, typeof currency === 'string' ? currency : currency(value))
    if ('fieldError' in amount) return form.refuse({ amount: [amount.fieldError] })
    const key = form.fields.get('idempotency_key')
    const api = apiOf(sent.context, { idempotencyKey: typeof key === 'string' && key ? key : undefined })
    return perform({ ...value, minor: amount.minor }, api)
  })
}
