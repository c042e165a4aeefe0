import { z } from 'zod'
import { HandCharge } from '#app/contract/company/protocols.ts'
import { AmountText } from '#app/contract/shapes/text.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { HAND_CHARGE_KINDS, PICTURE_ABOVE } from '#app/rules/reservation/return-proposal.ts'
import { AmountField } from '#app/ui/desk/amount-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { answerMoneyForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/charge'

export const handle: PageHandle = { areas: ['protocol', 'voucher', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const one = await deskReservation(context, params.id)
  const meta = { title: textFor(context.get(siteContext).language, 'protocol')('hand.title', { name: one.fullname }) }
  return orGone({ meta, one }, one.status === 'COMPLETED')
}

const Asked = z.object({ ...HandCharge.shape, amount: AmountText })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, currency } = await deskReservation(context, params.id)
  return answerMoneyForm({ context, request }, Asked, {
    currency,
    perform: async ({ minor, what, reason, image }, api) => {
      await api.company.protocols.chargeByHand({ id, what, reason, amount: minor, ...(image && { image }) })
      const said = textFor(context.get(siteContext).language, 'protocol')('hand.done')
      return { to: `/desk/reservations/${id}`, said }
    },
  })
}

/** Asks the customer for something that came to light after the return; they hear of it at once, and may dispute it. */
export default function HandChargePage({ loaderData: { one }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { currency } = one
  const form = useReply('hand', { reply: actionData?.form, initial: {} })
  const labels = {
    what: t('hand.what'),
    amount: t('hand.amount', { unit: unitOf(currency, language) }),
    reason: t('hand.reason'),
    image: t('hand.image'),
  }
  const limit = formatMoney(PICTURE_ABOVE[currency], currency, language)
  return (
    <>
      <ReservationHead reservation={one} crumb={t('proposal.HAND')} title={t('hand.title', { name: one.fullname })} />
      <ErrorSummary id="errors" entries={form.summary(labels)} />
      <div className="card stack">
        <p>{t('hand.text')}</p>
        <PostForm {...form.props} encType="multipart/form-data" className="stack max-w-md">
          <SelectField
            {...form.field('what')}
            label={labels.what}
            required
            options={HAND_CHARGE_KINDS.map((value) => ({ value, label: t(`charge.${value}`) }))}
          />
          <AmountField form={form} label={labels.amount} />
          <TextArea
            {...form.field('reason')}
            label={labels.reason}
            hint={t('hand.reasonHint')}
            rows={4}
            maxLength={500}
            required
          />
          <TextField
            {...form.field('image')}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            label={labels.image}
            hint={t('hand.imageHint', { amount: limit })}
          />
          <div className="row">
            <SubmitButton>{t('hand.submit')}</SubmitButton>
            <a className="btn btn-bare" href={pathIn(language, `/desk/reservations/${one.id}`)}>
              {desk('act.back')}
            </a>
          </div>
        </PostForm>
      </div>
    </>
  )
}
