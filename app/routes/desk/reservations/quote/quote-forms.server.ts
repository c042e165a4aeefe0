import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { OptionalReason } from '#app/contract/company/written.ts'
import { StandsText, termOf } from '#app/features/quote/stands.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'

const Extend = z.object({ stands: StandsText })
const Withdraw = z.object({ reason: OptionalReason })
const OVER = { QUOTE_OVER: { '': ['quote_over'] }, QUOTE_EXTENDED: { '': ['quote_extended'] } }

/** Lets a quote stand longer, or withdraws it. */
export function answerQuoteForms(
  context: Readonly<RouterContextProvider>,
  { id, city }: { id: string; city: { zone: string } },
  fields: FormData,
) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'quote')
  const { quotes } = apiOf(context).company.reservations
  const to = `/desk/reservations/${id}`
  if (fields.get('intent') === 'withdraw_quote')
    return answerForm(
      { context, request: fields },
      Withdraw,
      async ({ reason }) => {
        await quotes.withdraw({ id, reason })
        return { to, said: t('desk.saidWithdrawn') }
      },
      { at: OVER },
    )
  return answerForm(
    { context, request: fields },
    Extend,
    async ({ stands }) => {
      const { stands_until } = await quotes.extend({ id, ...termOf(stands) })
      const time = formatInstant(new Date(stands_until), city.zone, language, 'weekday')
      return { to, said: t('desk.saidExtended', { time }) }
    },
    (error) => {
      const until = isCallError(error, 'INVALID_FIELDS') && error.data.fields.until
      if (until) error.data.fields.stands = until
      return { at: OVER }
    },
  )
}
