import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { EXTENSION_ANSWERS } from '#app/contract/company/reservations/extensions.ts'
import { IsoDate, PublicId, SlotTime } from '#app/contract/shapes/shapes.ts'
import { empty, optionalLines, optionalText } from '#app/contract/shapes/text.ts'
import { readUntil } from '#app/features/reservation/extension/until.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { BOOKING_PAYMENTS } from '#app/rules/reservation/staff-booking.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm, answerRead } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { parseForm } from '#app/web/page/forms.ts'
import type { DeskOne } from '../own.server.ts'

type Context = Readonly<RouterContextProvider>

const End = {
  end_date: z.preprocess(empty, IsoDate.optional()),
  end_time: z.preprocess(empty, SlotTime.optional()),
}

const AnswerForm = z.object({
  extension: PublicId,
  answer: z.enum(EXTENSION_ANSWERS, { error: 'required' }),
  ...End,
  message: optionalLines(500),
})

/** As on the trip's page: one of the shown days with its total, or `other` with date and time. */
const GiveForm = z.object({
  until: z.string({ error: 'required' }).min(1, 'required').max(60),
  ...End,
  payment: z.enum(BOOKING_PAYMENTS, { error: 'required' }),
  received: optionalText(30),
  reference: optionalText(40),
  shown: z.string().max(60).optional(),
})

/** Answers a customer who asks for more time, or shows what it costs and gives it. */
export function answerExtensionPage(context: Context, one: DeskOne, fields: FormData) {
  return fields.has('extension') ? answerCustomer(context, one, fields) : giveTime(context, one, fields)
}

function answerCustomer(context: Context, { id }: DeskOne, fields: FormData) {
  const t = textFor(context.get(siteContext).language, 'extension')
  return answerForm(
    { context, request: fields },
    AnswerForm,
    async ({ answer, end_date, end_time, ...rest }) => {
      const end = answer === 'PART' ? { end_date, end_time } : {}
      const { status } = await apiOf(context).company.reservations.extensions.answerExtension({
        ...{ id, answer, ...end, ...rest },
      })
      return {
        to: `/desk/reservations/${id}`,
        said: t(`desk.said.${status === 'AWAITING_PAYMENT' ? 'offered' : status === 'DONE' ? 'given' : 'refused'}`),
      }
    },
    {
      at: {
        VEHICLE_TAKEN: { '': ['vehicle_taken'] },
        NOT_CHANGEABLE: { '': ['changed_meanwhile'] },
        CHANGED_MEANWHILE: { '': ['changed_meanwhile'] },
      },
    },
  )
}

async function giveTime(context: Context, { id, city, currency }: DeskOne, fields: FormData) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'extension')
  const form = await parseForm(fields, GiveForm, { language, today: dateIn(city.zone, new Date()) })
  if (!form.ok) return form.reply
  const wanted = readUntil(form.value)
  if ('fieldErrors' in wanted) return form.refuse(wanted.fieldErrors)
  const typed = form.value.received === undefined ? undefined : typedAmount(form.value.received, currency)
  if (typed && 'fieldError' in typed) return form.refuse({ received: [typed.fieldError] })
  const { end, shown_total } = wanted
  const { payment, reference } = form.value
  const { extensions } = apiOf(context).company.reservations
  const money = (amount: number) => formatMoney(amount, currency, language)
  return answerRead(
    context,
    form,
    async () => {
      if (fields.get('intent') !== 'give' || shown_total === undefined) {
        const quote = await extensions.quoteExtension({ id, ...end })
        return data({ ...form.refuse({}, 200).data, quote }, { status: quote.available ? 200 : 409 })
      }
      const { status } = await extensions.extend({
        ...{ id, ...end, payment, received: typed?.minor, reference, shown_total },
      })
      const said = t(`desk.said.${status === 'AWAITING_PAYMENT' ? 'offered' : 'given'}`)
      return { to: `/desk/reservations/${id}`, said }
    },
    (error) => {
      const changed = isCallError(error, 'PRICE_CHANGED') && {
        PRICE_CHANGED: {
          '': [{ key: 'price_changed', values: { before: money(error.data.shown), now: money(error.data.now.total) } }],
        },
      }
      return {
        at: { VEHICLE_TAKEN: { until: ['vehicle_taken'] }, NOT_CHANGEABLE: { '': ['changed_meanwhile'] }, ...changed },
      }
    },
  )
}
