import { Cancellation } from '#app/contract/operator/reservations/reservations.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { COST_BEARERS } from '#app/rules/reservation/operator-actions.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import type { Route } from './+types/cancel'
import { Gone } from './gone.tsx'
import { managedReservation, wordsOf } from './managed.server.ts'

export const handle: PageHandle = { areas: ['managed', 'voucher'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, number, status, currency, actions, cancel } = await managedReservation(context, params)
  const words = wordsOf(context, { number })
  const title = words.t('act.cancel.title', { number: words.number })
  const isPossible = actions.includes('cancel')
  return orGone({ meta: { title }, title, id, status, currency, amounts: isPossible ? cancel : null }, isPossible)
}

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Cancellation, async ({ cost, reason }) => {
    const one = await managedReservation(context, params)
    const { t, language } = wordsOf(context, one)
    const { refund, currency } = await apiOf(context).operator.reservations.cancel({ id: one.id, cost, reason })
    const said =
      refund > 0 ? t('act.cancel.done', { amount: formatMoney(refund, currency, language) }) : t('act.cancel.nothing')
    return { to: `/operator/reservations/${one.id}`, said }
  })
}

export default function CancelPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, id, status, currency, amounts } = loaderData
  const t = useText('managed')
  const { language } = useLanguage()
  const back = `/operator/reservations/${id}`
  const money = (amount: number) => formatMoney(amount, currency, language)
  return (
    <>
      <DeskHead title={title} />
      {amounts ? (
        <ReasonForm
          id="cancel"
          reply={actionData?.form}
          text={
            <>
              <p>{t('act.cancel.text')}</p>
              <ul className="stack stack-2">
                <li>{t('act.cancel.company', { amount: money(amounts.COMPANY) })}</li>
                <li>{t('act.cancel.customer', { amount: money(amounts.CUSTOMER) })}</li>
              </ul>
            </>
          }
          name="cost"
          choices={COST_BEARERS.map((value) => ({ value, label: t(`act.cancel.${value}`), isBad: true }))}
          back={back}
        />
      ) : (
        <Gone status={status} back={back} />
      )}
    </>
  )
}
