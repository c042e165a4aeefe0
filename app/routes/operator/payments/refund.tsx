import { redirect } from 'react-router'
import { RefundFields } from '#app/contract/operator/payments/payments.ts'
import { CurrencyCode } from '#app/contract/shapes/shapes.ts'
import { AmountText } from '#app/contract/shapes/text.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { AmountField } from '#app/ui/desk/amount-field.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerMoneyForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/refund'

export const handle: PageHandle = { query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const payment = await apiOf(context).operator.payments.read({ id: publicIdOf(params) })
  if (payment.refundable === 0) throw redirect(`/operator/payments/${params.id}`)
  const { id, number, payer, company, currency, refundable, card_way, approval_above } = payment
  return {
    ...{ id, number, currency, refundable, card_way },
    name: payer.fullname || payer.phone,
    company: company?.name ?? '',
    above: approval_above.amount,
    key: crypto.randomUUID(),
    meta: { title: deskText(context)('refund.title', { number }) },
  }
}

/** The amount is typed in whole units. */
const Refund = RefundFields.extend({ amount: AmountText, currency: CurrencyCode })

export function action({ context, params, request }: Route.ActionArgs) {
  return answerMoneyForm({ context, request }, Refund, {
    currency: ({ currency }) => currency,
    perform: async ({ minor, bearer, reason, way }, api) => {
      const { status, payment } = await api.operator.payments.refund({
        id: params.id,
        amount: minor,
        bearer,
        reason,
        way,
      })
      const done = payment?.way === 'CARD' ? 'refund.doneCard' : 'refund.doneWallet'
      const said = deskText(context)(status === 'DONE' ? done : 'refund.waits')
      return { to: `/operator/payments/${params.id}`, said }
    },
  })
}

export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, name, company, currency, refundable, card_way, above, key } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  const money = (amount: number) => formatMoney(amount, currency, language)
  const labels = { amount: t('correct.amount'), way: t('refund.way'), bearer: t('refund.bearer') }
  const isForCard = card_way === 'POSSIBLE'
  return (
    <>
      <DeskHead
        title={t('refund.title', { number: localDigits(number, language) })}
        text={t('refund.text', { name, above: money(above) })}
      />
      <ReasonForm
        id="refund"
        reply={actionData?.form}
        initial={{ bearer: 'MARKETPLACE', way: 'CARD' }}
        {...(!isForCard && { text: t(`refund.card.${card_way}`) })}
        labels={labels}
        idempotencyKey={key}
        choices={[{ label: t('refund.do') }]}
        back={`/operator/payments/${id}`}
      >
        {(form) => (
          <>
            <input type="hidden" name="currency" value={currency} />
            <AmountField form={form} label={labels.amount} hint={t('refund.most', { amount: money(refundable) })} />
            {isForCard && (
              <SelectField
                {...form.field('way')}
                label={labels.way}
                hint={t('refund.wayHint')}
                options={[
                  { value: 'CARD', label: t('refund.CARD') },
                  { value: 'WALLET', label: t('refund.WALLET') },
                ]}
              />
            )}
            <SelectField
              {...form.field('bearer')}
              label={labels.bearer}
              options={[
                { value: 'MARKETPLACE', label: t('refund.MARKETPLACE') },
                { value: 'COMPANY', label: t('refund.COMPANY', { name: company }) },
              ]}
            />
          </>
        )}
      </ReasonForm>
    </>
  )
}
