import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { QuoteChanges } from '#app/contract/reservations/quotes.ts'
import { Flag, PublicId, RowId, Whole } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalLines } from '#app/contract/shapes/text.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm, answerRead } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'

type Context = Readonly<RouterContextProvider>
type Api = ReturnType<typeof apiOf>['reservations']['quotes']
export type OwnQuote = Awaited<ReturnType<Api['read']>>
/** The vehicle's listing, with what the company asks for extras and places. */
export type Rental = Awaited<ReturnType<ReturnType<typeof apiOf>['reservations']['rental']>>
export type PricedQuote = Pick<Awaited<ReturnType<Api['price']>>, 'currency' | 'lines' | 'total' | 'payable_now'> & {
  due_at_desk: number
}

const Place = z.preprocess((value) => empty(latin(value)), RowId.optional())
const Changes = QuoteChanges.omit({ receive_address: true, return_address: true }).extend({ from: Place, to: Place })
const Answer = Changes.extend({ agreed: Flag, shown_total: Whole.optional() })
const Decline = z.object({ reason: optionalLines(500) })

/** The quote of an address. Throws a 404 response for any other. */
export async function quoteAt(context: Context, given: string | undefined): Promise<OwnQuote> {
  const id = PublicId.safeParse(given)
  if (!id.success) throw notFound()
  return apiOf(context).reservations.quotes.read({ id: id.data })
}

/** Answers the form's buttons: `price` shows the new price, `decline` lets it go, and anything else accepts. */
export async function answerQuoteForm(context: Context, quote: OwnQuote, fields: FormData) {
  if (fields.get('intent') === 'decline') return decline(context, quote, fields)
  const form = await parseForm(fields, Answer, formPage(context))
  if (!form.ok) return data({ ...form.reply.data, ...NOTHING }, form.reply.init ?? {})
  const changes = changesOf(quote, form.value)
  const { id } = quote
  const { quotes } = apiOf(context).reservations
  let priced: PricedQuote | null = null
  let taken = false
  const answer = await answerRead(
    context,
    form,
    async () => {
      if (fields.get('intent') === 'price') {
        const { available, ...bill } = await quotes.price({ id, ...changes })
        priced = bill
        taken = !available
        return form.refuse({}, available ? 200 : 409)
      }
      const { agreed, shown_total } = form.value
      const accepted = await quotes.accept({ id, ...changes, agreed, shown_total })
      return { to: pathOf(accepted), said: saidOf(context, quote, accepted) }
    },
    (error) => {
      if (isCallError(error, 'PRICE_CHANGED')) priced = error.data.now
      taken = isCallError(error, 'VEHICLE_TAKEN')
      return {
        at: {
          PRICE_CHANGED: { '': [priceChanged(context, error)] },
          VEHICLE_TAKEN: { '': ['vehicle_taken'] },
          NOT_CHANGEABLE: { '': ['not_changeable'] },
          ...REFUSED,
          INVALID_FIELDS: {},
        },
      }
    },
  )
  if (answer instanceof Response) return answer
  return data({ ...answer.data, priced: priced as PricedQuote | null, taken }, answer.init ?? {})
}

const NOTHING = { priced: null as PricedQuote | null, taken: false }
const REFUSED = {
  QUOTE_OVER: { '': ['quote_over'] },
  COMPANY_SUSPENDED: { '': ['company_suspended'] },
  BOOKING_REFUSED: { '': ['booking_refused'] },
  BANNED_DETAILS: { '': ['banned_details'] },
}

async function decline(context: Context, { id }: OwnQuote, fields: FormData) {
  const answer = await answerForm(
    { context, request: fields },
    Decline,
    async ({ reason }) => {
      await apiOf(context).reservations.quotes.decline({ id, reason })
      return { to: `/quote/${id}`, said: textFor(context.get(siteContext).language, 'quote')('said.declined') }
    },
    { at: REFUSED },
  )
  return answer instanceof Response ? answer : data({ ...answer.data, ...NOTHING }, answer.init ?? {})
}

/** What the form has, as far as staff left it open: an unchecked box is sent as no. */
function changesOf(
  { offer: { may } }: OwnQuote,
  { from, to, ...typed }: z.infer<typeof Answer>,
): z.infer<typeof QuoteChanges> {
  const { start_time, end_time, child_seat_count } = typed
  const { extra_driver = false, internet = false, supplemental_insurance = false } = typed
  return {
    ...(may.times && { start_time, end_time }),
    ...(may.extras && { child_seat_count, extra_driver, internet, supplemental_insurance }),
    ...(may.places && from !== undefined && { receive_address: { id: from } }),
    ...(may.places && to !== undefined && { return_address: { id: to } }),
  }
}

type Accepted = Awaited<ReturnType<Api['accept']>>

const pathOf = ({ id, status, before }: Accepted) =>
  status === 'AWAITING_PAYMENT' && !before ? `/payment?id=${id}` : `/voucher/${id}`

function saidOf(context: Context, { city }: OwnQuote, { before, hold_until }: Accepted): string {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'quote')
  if (before) return t('said.before')
  if (!hold_until) return t('said.confirmed')
  return t('said.pay', { time: formatInstant(new Date(hold_until), city.zone, language, 'weekday') })
}

function priceChanged(context: Context, error: unknown) {
  const { language } = context.get(siteContext)
  if (!isCallError(error, 'PRICE_CHANGED')) return { key: 'price_changed', values: { before: '', now: '' } }
  const { shown, now } = error.data
  const money = (amount: number) => formatMoney(amount, now.currency, language)
  return { key: 'price_changed', values: { before: money(shown), now: money(now.total) } }
}
