import { data } from 'react-router'
import { answerEndForm } from '#app/features/monthly/end-answer.server.ts'
import { EndForm, type EndQuote } from '#app/features/monthly/end-form.tsx'
import { voucherAt } from '#app/features/reservation/voucher.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { useReply } from '#app/ui/form/form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/end'

export const handle: PageHandle = {
  areas: ['monthly', 'voucher', 'bill', 'asked', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const voucher = await voucherAt(context, params.id)
  if (voucher.is_shared) throw notFound()
  const { language } = context.get(siteContext)
  const { id, number, ad } = voucher
  const { ends, notice_days } = await apiOf(context).reservations.monthly.read({ id })
  const title = textFor(language, 'monthly')('end.meta', { number: numberIn(language, number) })
  return data({ meta: { title }, trip: { id, number, title: ad.title }, ends, notice_days }, ends ? 200 : 409)
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await voucherAt(context, params.id)
  const { monthly } = apiOf(context).reservations
  const t = textFor(context.get(siteContext).language, 'monthly')
  return answerEndForm(context, await request.formData(), {
    price: (end_date) => monthly.quoteEnd({ id, end_date }),
    end: ({ end_date, shown_total }) => monthly.end({ id, end_date, shown_total }),
    done: { to: `/voucher/${id}/plan`, said: t('end.done') },
  })
}

/** Ends a long rental earlier: which days are possible, what it costs then, and what goes back. */
export default function End({ loaderData: { trip, ends, notice_days }, actionData }: Route.ComponentProps) {
  const t = useText('monthly')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  const form = useReply('end', { reply: actionData?.form, initial: { end_date: ends?.first } })
  const { quote } = (actionData ?? {}) as { quote?: EndQuote }
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{t('end.title')}</h1>
          <p className="soft">
            {voucher('reservation', { number: numberIn(language, trip.number) })} · {trip.title}
          </p>
        </div>
        <div className="stack">
          {ends ? (
            <EndForm
              {...{ form, ends, quote }}
              text={t('end.text', { n: notice_days })}
              mayEnd={!quote || quote.desk_back === 0}
            />
          ) : (
            <Note kind="warn">{t('end.impossible')}</Note>
          )}
          <div>
            <a className="btn" href={pathIn(language, `/voucher/${trip.id}/plan`)}>
              {t('end.back')}
            </a>
          </div>
        </div>
      </div>
    </main>
  )
}
