import { z } from 'zod'
import { AmountText } from '#app/contract/shapes/text.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { amountToType } from '#app/rules/money/typed-amount.ts'
import { AmountField } from '#app/ui/desk/amount-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { answerMoneyForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/late-fee'

export const handle: PageHandle = { areas: ['protocol', 'voucher', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const one = await deskReservation(context, params.id)
  const meta = { title: textFor(context.get(siteContext).language, 'protocol')('late.title', { name: one.fullname }) }
  return orGone({ meta, one }, one.late_fee !== null)
}

const Asked = z.object({ amount: AmountText })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, currency } = await deskReservation(context, params.id)
  return answerMoneyForm({ context, request }, Asked, {
    currency,
    perform: async ({ minor }, api) => {
      await api.company.protocols.chargeLate({ id, amount: minor })
      const said = textFor(context.get(siteContext).language, 'protocol')('late.done')
      return { to: `/desk/reservations/${id}`, said }
    },
  })
}

/** Asks for the fee of a late return, on a page of its own: the customer hears of it at once. */
export default function LateFee({ loaderData: { one }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { currency, late_fee } = one
  const form = useReply('late', {
    reply: actionData?.form,
    initial: { amount: late_fee === null ? undefined : amountToType(late_fee, currency) },
  })
  const label = t('late.amount', { unit: unitOf(currency, language) })
  return (
    <>
      <ReservationHead reservation={one} crumb={t('proposal.LATE')} title={t('late.title', { name: one.fullname })} />
      <ErrorSummary id="errors" entries={form.summary({ amount: label })} />
      <div className="card stack">
        {late_fee === null ? (
          <Note kind="warn" role="alert">
            {t('late.none')}
          </Note>
        ) : (
          <PostForm {...form.props} className="stack">
            <p>{t('late.text', { amount: formatMoney(late_fee, currency, language) })}</p>
            <AmountField form={form} label={label} />
            <div>
              <SubmitButton>{t('late.submit')}</SubmitButton>
            </div>
          </PostForm>
        )}
        <div>
          <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}`)}>
            {desk('act.back')}
          </a>
        </div>
      </div>
    </>
  )
}
