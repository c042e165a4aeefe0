import { PayoutDecision } from '#app/contract/operator/payouts.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/wallet-payout'

export const handle: PageHandle = { areas: ['payouts'], query: [] }

/** A customer's payout whose holder waits for an operator's decision. Throws a 404 for any other. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const id = rowIdOf(params)
  const { requested } = await apiOf(context).operator.payouts.list({})
  const payout = requested.find((one) => one.id === id && one.holder_waits)
  if (!payout) throw notFound()
  const t = textFor(context.get(siteContext).language, 'payouts')
  const title = t('requested.check', { customer: payout.customer.name ?? t('requested.nobody') })
  return { payout, title, meta: { title } }
}

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, PayoutDecision, async (decided) => {
    await apiOf(context).operator.payouts.decideWalletPayout({ id: rowIdOf(params), ...decided })
    const t = textFor(context.get(siteContext).language, 'payouts')
    return { to: '/operator/payouts', said: t(`requested.done.${decided.decision}`) }
  })
}

export default function RequestedPayout({ loaderData: { payout, title }, actionData }: Route.ComponentProps) {
  const t = useText('payouts')
  const { language } = useLanguage()
  const { amount, currency, holder, iban, customer } = payout
  return (
    <>
      <DeskHead title={title} />
      <ReasonForm
        id="requested"
        reply={actionData?.form}
        text={t('requested.text', {
          amount: formatMoney(amount, currency, language),
          ...{ holder, iban, customer: customer.name ?? t('requested.nobody') },
        })}
        choices={[
          { value: 'CONFIRMED', label: t('requested.confirm') },
          { value: 'REFUSED', label: t('requested.refuse'), isBad: true },
        ]}
        back="/operator/payouts"
      />
    </>
  )
}
