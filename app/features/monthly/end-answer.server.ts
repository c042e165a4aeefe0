import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { IsoDate } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { DESK_WAYS } from '#app/rules/reservation/protocol.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { EndQuote } from './end-form.tsx'

const Fields = z.object({
  end_date: IsoDate,
  way: z.preprocess(empty, z.enum(DESK_WAYS).optional()),
  shown: z.string().max(40).optional(),
})

type Calls = {
  price: (end_date: string) => Promise<EndQuote>
  end: (ending: {
    end_date: string
    way: (typeof DESK_WAYS)[number] | undefined
    shown_total: number
  }) => Promise<unknown>
  done: { to: string; said: string }
}

/** Answers the form of an early end: nobody ends a rental at a price that they have not seen for this day. */
export async function answerEndForm(
  context: Readonly<RouterContextProvider>,
  fields: FormData,
  { price, end, done }: Calls,
) {
  const { language } = context.get(siteContext)
  const form = await parseForm(fields, Fields, formPage(context))
  if (!form.ok) return form.reply
  const { end_date, way, shown } = form.value
  const [shownDate, shownTotal] = (shown ?? '').split(' ')
  const isSeen = shownDate === end_date && /^\d{1,15}$/.test(shownTotal ?? '')
  const show = async (status: number) => {
    const quote = await price(end_date)
    return data({ ...form.refuse({}, status).data, quote }, { status })
  }
  return answerRead(
    context,
    form,
    async () => {
      if (fields.get('intent') !== 'end' || !isSeen) return show(200)
      await end({ end_date, way, shown_total: Number(shownTotal) })
      return done
    },
    (error) => {
      if (!isCallError(error, 'PRICE_CHANGED')) return { at: { NOT_CHANGEABLE: { '': ['not_changeable'] } } }
      const { shown: before, now } = error.data
      const money = (amount: number) => formatMoney(amount, now.currency, language)
      return {
        at: {
          PRICE_CHANGED: { '': [{ key: 'price_changed', values: { before: money(before), now: money(now.total) } }] },
        },
      }
    },
  )
}
