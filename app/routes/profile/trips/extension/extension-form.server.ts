import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { IsoDate, SlotTime } from '#app/contract/shapes/shapes.ts'
import { empty, optionalLines } from '#app/contract/shapes/text.ts'
import { answerPayForm } from '#app/features/payment/pay.server.ts'
import { readUntil } from '#app/features/reservation/extension/until.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import { appliedMeanwhile } from '../change/applied-meanwhile.server.ts'
import type { OwnTrip } from '../own-trip.server.ts'

type Context = Readonly<RouterContextProvider>

/** `until` is one of the shown days with its total, or `other`: then date and time count, with the total shown for them. */
const ExtensionForm = z.object({
  until: z.string({ error: 'required' }).min(1, 'required').max(60),
  end_date: z.preprocess(empty, IsoDate.optional()),
  end_time: z.preprocess(empty, SlotTime.optional()),
  message: optionalLines(500),
  shown: z.string().max(60).optional(),
})

/** Answers the page's forms: shows a price, asks the company, withdraws, or pays what it has accepted. */
export async function answerExtensionForm(context: Context, trip: OwnTrip, fields: FormData) {
  const page = `/profile/reservation/${trip.id}`
  const t = textFor(context.get(siteContext).language, 'extension')
  if (fields.get('intent') === 'drop') {
    try {
      await apiOf(context).reservations.dropChange({ id: trip.id })
    } catch (error) {
      return appliedMeanwhile(context, page, error)
    }
    return goOn(context, page, t('dropped'))
  }
  if (fields.has('transaction_id'))
    return answerPayForm(context, fields, () => ({ paid: page, notPayable: `${page}/extension` }))
  return ask(context, trip, fields)
}

async function ask(context: Context, trip: OwnTrip, fields: FormData) {
  const { id, city, currency } = trip
  const { language } = context.get(siteContext)
  const t = textFor(language, 'extension')
  const { reservations } = apiOf(context)
  const form = await parseForm(fields, ExtensionForm, { language, today: dateIn(city.zone, new Date()) })
  if (!form.ok) return form.reply
  const wanted = readUntil(form.value)
  if ('fieldErrors' in wanted) return form.refuse(wanted.fieldErrors)
  const { end, shown_total } = wanted
  const money = (amount: number) => formatMoney(amount, currency, language)
  const { message } = form.value
  return answerRead(
    context,
    form,
    async () => {
      // Nobody asks for a price that they have not seen.
      if (fields.get('intent') !== 'ask' || shown_total === undefined) {
        const quote = await reservations.quoteExtension({ id, ...end })
        return data({ ...form.refuse({}, 200).data, quote }, { status: quote.available ? 200 : 409 })
      }
      await reservations.askExtension({ id, ...end, message, shown_total })
      return { to: `/profile/reservation/${id}/extension`, said: t('asked.done') }
    },
    (error) => {
      if (isCallError(error, 'NOT_CHANGEABLE')) throw redirect(`/profile/reservation/${id}/extension`, 303)
      const changed = isCallError(error, 'PRICE_CHANGED') && {
        PRICE_CHANGED: {
          '': [{ key: 'price_changed', values: { before: money(error.data.shown), now: money(error.data.now.total) } }],
        },
      }
      return { at: { VEHICLE_TAKEN: { until: ['vehicle_taken'] }, ...changed } }
    },
  )
}
