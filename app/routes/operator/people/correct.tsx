import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { CurrencyCode } from '#app/contract/shapes/shapes.ts'
import { AmountText } from '#app/contract/shapes/text.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CURRENCY_CODES, currencyOfLanguage } from '#app/rules/constants.ts'
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
import type { Route } from './+types/correct'

export const handle: PageHandle = { title: 'operator/correct.do', query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { operator } = apiOf(context)
  const { id, fullname, phone } = await operator.people.read({ id: publicIdOf(params) })
  const { approval_irt, approval_eur } = await operator.settings.read()
  return {
    id,
    name: fullname ?? phone,
    key: crypto.randomUUID(),
    limits: { irt: approval_irt, eur: approval_eur },
  }
}

const Correction = z.object({
  way: z.enum(['add', 'take'], { error: 'required' }),
  amount: AmountText,
  currency: CurrencyCode,
  reason: Reason,
})

export function action({ context, params, request }: Route.ActionArgs) {
  return answerMoneyForm({ context, request }, Correction, {
    currency: ({ currency }) => currency,
    perform: async ({ way, minor, currency, reason }, api) => {
      const amount = way === 'add' ? minor : -minor
      const { status } = await api.operator.payments.correct({ id: params.id, currency, amount, reason })
      const said = deskText(context)(status === 'DONE' ? 'correct.done' : 'correct.waits')
      return { to: `/operator/people/${params.id}`, said }
    },
  })
}

export default function Correct({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, key, limits } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  const labels = { way: t('correct.way'), amount: t('correct.amount'), currency: t('correct.currency') }
  return (
    <>
      <DeskHead
        title={t('correct.title', { name })}
        text={t('correct.text', {
          irt: formatMoney(limits.irt, 'IRT', language),
          eur: formatMoney(limits.eur, 'EUR', language),
        })}
      />
      <ReasonForm
        id="correct"
        reply={actionData?.form}
        initial={{ way: 'add', currency: currencyOfLanguage(language) }}
        labels={labels}
        idempotencyKey={key}
        choices={[{ label: t('correct.do') }]}
        back={`/operator/people/${id}`}
      >
        {(form) => (
          <>
            <SelectField
              {...form.field('way')}
              label={labels.way}
              options={(['add', 'take'] as const).map((value) => ({ value, label: t(`correct.${value}`) }))}
            />
            <AmountField form={form} label={labels.amount} hint={t('correct.amountHint')} />
            <SelectField
              {...form.field('currency')}
              label={labels.currency}
              options={CURRENCY_CODES.map((code) => ({ value: code, label: unitOf(code, language) }))}
            />
          </>
        )}
      </ReasonForm>
    </>
  )
}
