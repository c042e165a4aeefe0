import { CardReturnDecision } from '#app/contract/operator/payments/card-returns.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import type { Route } from './+types/card-return'

export const handle: PageHandle = { title: 'operator/cardReturns.decide', query: [] }

/** A return to a card that waits for an operator's decision. Throws a 404 for any other. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const id = idOf(params)
  const payment = await apiOf(context).operator.payments.read({ id })
  if (payment.card_return !== 'UNANSWERED') throw notFound()
  const { number, amount, currency, reference, payer } = payment
  return { id, number, amount, currency, reference, name: payer.fullname }
}

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, CardReturnDecision, async (decided) => {
    const { waits } = await apiOf(context).operator.payments.decideCardReturn({ id: idOf(params), ...decided })
    const said = deskText(context)(waits ? 'cardReturns.waits' : 'cardReturns.done')
    return { to: '/operator/card-returns', said }
  })
}

export default function CardReturn({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, amount, currency, reference, name } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={t('cardReturns.decide')} />
      <ReasonForm
        id="card-return"
        reply={actionData?.form}
        text={
          <>
            <p>{t('cardReturns.question', { amount: formatMoney(amount, currency, language), name })}</p>
            {reference && (
              <p className="sm" dir="ltr">
                {reference}
              </p>
            )}
            <a href={pathIn(language, `/operator/payments/${id}`)}>
              {t('cardReturns.payment', { number: localDigits(number, language) })}
            </a>
          </>
        }
        name="outcome"
        choices={[
          { value: 'RETURNED', label: t('cardReturns.RETURNED') },
          { value: 'WALLET', label: t('cardReturns.WALLET'), isBad: true },
        ]}
        back="/operator/card-returns"
      />
    </>
  )
}

function idOf(params: { id?: string }): string {
  const id = PublicId.safeParse(params.id)
  if (!id.success) throw notFound()
  return id.data
}
