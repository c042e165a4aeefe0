import { z } from 'zod'
import { ChargeDraftFields } from '#app/contract/company/protocols.ts'
import { AmountText } from '#app/contract/shapes/text.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { WHOLE_UNIT } from '#app/rules/constants.ts'
import { HAND_CHARGE_KINDS, PICTURE_ABOVE } from '#app/rules/reservation/charges/return-proposal.ts'
import { AmountField } from '#app/ui/desk/amount-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerMoneyForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/charge'
import { ChargeButtons, KeptPicture } from './charge-parts.tsx'

const DECIMALS = 2

export const handle: PageHandle = { areas: ['protocol', 'voucher', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const one = await deskReservation(context, params.id)
  const meta = { title: textFor(context.get(siteContext).language, 'protocol')('hand.title', { name: one.fullname }) }
  return orGone({ meta, one }, one.status === 'COMPLETED')
}

const Asked = z.object({ ...ChargeDraftFields.shape, amount: AmountText })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, currency, charge_draft } = await deskReservation(context, params.id)
  const fields = await request.formData()
  const t = textFor(context.get(siteContext).language, 'protocol')
  const intent = fields.get('intent')
  if (intent === 'drop') {
    await apiOf(context).company.protocols.dropCharge({ id })
    return goOn(context, `/desk/reservations/${id}`, t('hand.dropped'))
  }
  return answerMoneyForm({ context, request: fields }, Asked, {
    currency,
    perform: async ({ minor, what, reason, image, without_picture }, { company: { protocols } }) => {
      const charge = { id, what, reason, amount: minor, ...(image && { image }) }
      if (intent === 'save') {
        await protocols.saveCharge({ ...charge, without_picture })
        return { to: `/desk/reservations/${id}/charge`, said: t('hand.saved') }
      }
      // What was changed since it was saved is sent, too; `draft` is what the page showed.
      if (without_picture && charge_draft && !image) await protocols.saveCharge({ ...charge, without_picture })
      await protocols.chargeByHand({ ...charge, draft: fields.get('draft') === 'yes' })
      return { to: `/desk/reservations/${id}`, said: t('hand.done') }
    },
  })
}

/** Asks the customer for something that came to light after the return; they hear of it at once, and may dispute it. */
export default function HandChargePage({ loaderData: { one }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { currency } = one
  const draft = one.charge_draft
  const form = useReply('hand', {
    reply: actionData?.form,
    initial: draft
      ? {
          what: draft.what,
          reason: draft.reason,
          amount: formatNumber(draft.amount / WHOLE_UNIT[currency], language, DECIMALS),
        }
      : {},
  })
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
        {draft && <Note>{t('hand.draft')}</Note>}
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
          {draft && <input type="hidden" name="draft" value="yes" />}
          {draft?.photo && <KeptPicture form={form} reservation={one.id} photo={draft.photo} />}
          <FileField
            {...form.field('image')}
            accept="image/jpeg,image/png,image/webp,image/avif"
            label={labels.image}
            hint={t('hand.imageHint', { amount: limit })}
          />
          <ChargeButtons id={one.id} />
        </PostForm>
        {draft && (
          <PostForm>
            <SubmitButton name="intent" value="drop" className="btn btn-s btn-bad">
              {t('hand.drop')}
            </SubmitButton>
          </PostForm>
        )}
      </div>
    </>
  )
}
